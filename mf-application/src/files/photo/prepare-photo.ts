import { problems } from '../problems.ts';
import { automaticCut, type Cut } from './cut.ts';
import { cutOut, scaled, smallJpeg } from './cut-out.ts';
import { type Flaw, flawsOf, JUDGED_WIDTH } from './flaws.ts';
import { sizeOfPhoto } from './photo-size.ts';
import { readPicture } from './read-picture.ts';

/** A photo as it is sent, and the whole picture that it may be cut out of anew. */
export interface PreparedPhoto {
  readonly jpeg: Blob;
  readonly flaws: readonly Flaw[];
  readonly picture: HTMLCanvasElement;
  readonly cut: Cut;
}

/** Makes a photo of any size the one that is sent: upright, a portrait of at most 200 KB. */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | { readonly problem: string }> {
  const size = await sizeOfPhoto(file);
  if ('problem' in size) return size;
  const picture = await readPicture(file, size).catch(() => undefined);
  return picture ? cutPhoto(picture, automaticCut(picture)) : { problem: problems.noPhoto };
}

/** The photo that this cut of the picture makes. */
export async function cutPhoto(picture: HTMLCanvasElement, cut: Cut): Promise<PreparedPhoto> {
  const portrait = cutOut(picture, cut);
  const judged = scaled(portrait, Math.min(1, JUDGED_WIDTH / portrait.width));
  const pixels = judged.getContext('2d')?.getImageData(0, 0, judged.width, judged.height);
  const flaws = pixels ? flawsOf(pixels, portrait.width) : [];
  return { jpeg: await smallJpeg(portrait), flaws, picture, cut };
}
