import sharp from 'sharp';
import {
  compareShown,
  readPages,
  type ShownPage,
} from '../../svc-application/src/features/rasterize-pdf/testing/read-pages.ts';

export interface Comparison {
  readonly compared: number;
  readonly difference?: string;
}

/** Of 255, for the mean shades of blocks: substituted fonts differ by less, a missing line of text by more. */
const MAX_SHADE = 90;
/** The parts of the pixels of a photo that are compared, at this width. */
const PHOTO_WIDTH = 64;
const MAX_PHOTO_SHADE = 24;

function comparePage(before: ShownPage, after: ShownPage | undefined): string | undefined {
  if (!after) return 'is missing';
  if (before.size.some((side, at) => Math.abs(side - (after.size[at] ?? 0)) > 1))
    return `has the size ${after.size}`;
  const shade =
    before.width === after.width && before.height === after.height ? compareShown(before, after) : 0;
  return shade > MAX_SHADE ? `differs by ${Math.round(shade)} of 255` : undefined;
}

/** The pages in order, their sizes and what they show, by a reader that shares no code with the decoder. */
export async function comparePapers(original: Uint8Array, stored: Uint8Array): Promise<Comparison> {
  const before = await readPages(original).catch(() => []);
  if (before.length === 0) return { compared: 0 };
  const after = await readPages(stored);
  if (after.length !== before.length)
    return { compared: 0, difference: `${after.length} pages instead of ${before.length}` };
  const differences = before.flatMap((page, at) => {
    const difference = comparePage(page, after[at]);
    return difference ? [`page ${at + 1} ${difference}`] : [];
  });
  return {
    compared: before.length,
    ...(differences.length > 0 && { difference: differences.join('; ') }),
  };
}

const readShades = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: false, failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize({ width: PHOTO_WIDTH, height: PHOTO_WIDTH, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The whole picture, upright, and that no metadata stayed. */
export async function comparePhotos(original: Uint8Array, stored: Uint8Array): Promise<Comparison> {
  const [before, after, { exif, xmp, iptc, icc, orientation }] = await Promise.all([
    readShades(original),
    readShades(stored),
    sharp(stored).metadata(),
  ]);
  if (exif || xmp || iptc || icc || (orientation ?? 1) !== 1)
    return { compared: 1, difference: 'keeps metadata' };
  const sum = before.data.reduce((total, shade, at) => total + Math.abs(shade - (after.data[at] ?? 0)), 0);
  const mean = sum / before.data.length;
  return {
    compared: 1,
    ...(mean > MAX_PHOTO_SHADE && { difference: `differs by ${Math.round(mean)} of 255 in the mean` }),
  };
}
