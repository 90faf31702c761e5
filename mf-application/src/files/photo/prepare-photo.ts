import { problems } from '../problems.ts';
import { type Crop, defaultCrop } from './crop.ts';
import { cropImage, encodeSmallJpeg, scaleImage } from './crop-image.ts';
import { ANALYSIS_WIDTH, findQualityIssues, type QualityIssue } from './photo-quality.ts';
import { readPhotoSize } from './photo-size.ts';
import { readPicture } from './read-picture.ts';

/** A photo as it is sent, and the whole picture that it may be cut out of anew. */
export interface PreparedPhoto {
  readonly jpeg: Blob;
  readonly issues: readonly QualityIssue[];
  readonly picture: HTMLCanvasElement;
  readonly crop: Crop;
}

/** Makes a photo of any size the one that is sent: upright, a portrait of at most 200 KB. */
export async function preparePhoto(file: Blob): Promise<PreparedPhoto | { readonly problem: string }> {
  const size = await readPhotoSize(file);
  if ('problem' in size) return size;
  const picture = await readPicture(file, size).catch(() => undefined);
  return picture ? cropPhoto(picture, defaultCrop(picture)) : { problem: problems.notAPhoto };
}

/** The photo that this cut of the picture makes. */
export async function cropPhoto(picture: HTMLCanvasElement, crop: Crop): Promise<PreparedPhoto> {
  const portrait = cropImage(picture, crop);
  const analysisCanvas = scaleImage(portrait, Math.min(1, ANALYSIS_WIDTH / portrait.width));
  const pixels = analysisCanvas
    .getContext('2d')
    ?.getImageData(0, 0, analysisCanvas.width, analysisCanvas.height);
  const issues = pixels ? findQualityIssues(pixels, portrait.width) : [];
  return { jpeg: await encodeSmallJpeg(portrait), issues, picture, crop };
}
