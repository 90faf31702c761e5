import type { Word } from '@archaka/platform';
import { problemOfPaper } from '../../files/papers/problem-of-paper.ts';
import type { Flaw } from '../../files/photo/flaws.ts';
import { sizeText } from '../../files/sending/bytes-text.ts';
import { paperFacts, photoFacts, readyWords } from './ready-words.ts';

/** What a look at a file on the device tells: why it will not be taken, or what it is. */
export type Verdict =
  | { readonly problem: string }
  | {
      readonly facts: Word;
      /** A picture of it; none where it could not be read here. */
      readonly look: Blob | undefined;
      readonly flaws: readonly Flaw[];
    };

const KB = 1024;

export async function verdictOnPhoto(file: Blob): Promise<Verdict> {
  const { preparePhoto } = await import('../../files/photo/photo-part.ts');
  const photo = await preparePhoto(file);
  if ('problem' in photo) return photo;
  const { jpeg, flaws } = photo;
  return { facts: photoFacts(Math.ceil(jpeg.size / KB)), look: jpeg, flaws };
}

export async function verdictOnPaper(file: Blob): Promise<Verdict> {
  const problem = await problemOfPaper(file);
  if (problem) return { problem };
  const first = await firstPage(file).catch(() => undefined);
  const facts = first ? paperFacts(first.pages, sizeText(file.size)) : readyWords.notReadable;
  return { facts, look: first?.picture, flaws: [] };
}

async function firstPage(file: Blob) {
  const { firstPageOf } = await import('../../files/papers/pdf-part.ts');
  return firstPageOf(file);
}
