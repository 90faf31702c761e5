import type { ApplicationForm, FieldError } from '@archaka/contracts';
import type { User } from '@archaka/service-kit';
import type { FileRef, Files } from '../../domain/application.ts';
import { bytesOfDataUrl, type FormFile, formFiles } from '../../domain/form-files.ts';
import { type DocumentFacts, documentIdOf } from '../../store/documents.ts';
import type { Setting } from '../setting.ts';

/** The files of a form, all of them stored: earlier, or brought along in it. */
export interface TakenFiles {
  /** Those the ordered checks ask for are there once there are no errors and nothing is foreign. */
  readonly files: Files;
  readonly stored: readonly DocumentFacts[];
  /** Files that are not what their field takes. */
  readonly errors: readonly FieldError[];
  /** Some document is not the user's, or does not exist. */
  readonly foreign: boolean;
}

/** A file as the form names it; with bytes when it brings them. */
interface Named {
  readonly file: FormFile;
  readonly documentId: string;
  readonly bytes?: Buffer;
}

interface Judged extends Named {
  readonly ref?: FileRef;
  readonly refused?: string;
}

const namedIn = (form: ApplicationForm, user: User): Named[] =>
  formFiles.flatMap((file) => {
    const item = form[file.field]?.[0];
    if (!item) return [];
    if ('document_id' in item) return [{ file, documentId: item.document_id }];
    const bytes = bytesOfDataUrl(item.reviewimg);
    return [{ file, documentId: documentIdOf(user.id, bytes), bytes }];
  });

const judgeStored = (named: Named, { documentId, filetype }: DocumentFacts): Judged =>
  named.file.filetypes.includes(filetype)
    ? { ...named, ref: { documentId, filetype } }
    : { ...named, refused: named.file.otherwise };

async function judgeBrought(named: Named, bytes: Buffer, setting: Setting, user: User): Promise<Judged> {
  const kept = await setting.bringDocument({ ownerId: user.id, kind: named.file, bytes });
  return 'refused' in kept ? { ...named, refused: kept.refused } : { ...named, ref: kept };
}

function filesOf(judged: readonly Judged[]): Files {
  const refOf = (name: keyof Files) => judged.find(({ file }) => file.name === name)?.ref ?? null;
  return {
    photo: refOf('photo'),
    birthCertificate: refOf('birthCertificate'),
    previousCertificate: refOf('previousCertificate'),
    marksMemos: refOf('marksMemos'),
  } as Files;
}

/**
 * Sees to the files of a form: whose they are, and by their bytes what they are. Those it brings count to the user's
 * files of the day and are stored, as those that are uploaded: sent again, they are known.
 * @throws Refusal 429 when they are too many today.
 */
export async function takeFiles(
  form: ApplicationForm,
  { user, setting }: { user: User; setting: Setting },
): Promise<TakenFiles> {
  const { stores } = setting;
  const named = namedIn(form, user);
  const found = await stores.documents.find(named.map(({ documentId }) => documentId));
  const own = new Map(
    found.filter(({ ownerId }) => ownerId === user.id).map((facts) => [facts.documentId, facts]),
  );
  const judged: Judged[] = [];
  // One after the other: a form is one of those that wait for the threads, however many files it brings.
  for (const one of named) {
    const stored = own.get(one.documentId);
    if (stored) judged.push(judgeStored(one, stored));
    else judged.push(one.bytes ? await judgeBrought(one, one.bytes, setting, user) : one);
  }
  return {
    files: filesOf(judged),
    stored: [...own.values()],
    errors: judged.flatMap(({ file, refused }) =>
      refused === undefined ? [] : [{ field: file.field, message: refused }],
    ),
    foreign: judged.some(({ documentId, bytes }) => !bytes && !own.has(documentId)),
  };
}
