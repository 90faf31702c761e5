import { UnusableFile } from '@archaka/service-kit/decoder-program';
import { encodeRaster } from './encode-raster.ts';
import { PageText, type Word } from './page-text.ts';
import { PdfWriter, type WrittenPage } from './pdf-writer.ts';
import { openDocument, type PdfiumDocument } from './pdfium.ts';
import { CHANNELS, PdfiumPage, type Raster, type Size } from './pdfium-page.ts';

/** Exceeds every certificate. */
const MAX_PAGES = 100;
/** Points; the largest is the library's of viewers. */
const [MIN_SIDE, MAX_SIDE] = [1, 14_400];
/** Of the stored file, and of its pictures, which share them. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PICTURE_BYTES = 0.9 * MAX_BYTES;
const POINTS_PER_INCH = 72;
/** Dots per inch of writing, by the number of pages. */
const RESOLUTIONS = [
  { pages: 10, resolution: 200 },
  { pages: 30, resolution: 150 },
  { pages: MAX_PAGES, resolution: 100 },
] as const;
/** Scans keep theirs up to this, where pages are few. */
const [MAX_RESOLUTION, MAX_SCANNED_PAGES] = [300, 4];
/** Of a coarse scan, which more pixels would not make finer; and the fewest dots per inch. */
const [OVERSAMPLING, MIN_RESOLUTION] = [1.25, 100];
/** A4 at 300 dots per inch has 8.7 million pixels. */
const MAX_PIXELS = 9_000_000;
const MAX_PIXEL_SIDE = 16_000;

function assertSize({ width, height }: Size): void {
  const isAllowed = (side: number) => side >= MIN_SIDE && side <= MAX_SIDE;
  if (!isAllowed(width) || !isAllowed(height)) throw new UnusableFile('page-size');
}

const isDrawable = ({ width, height }: Size): boolean =>
  width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_PIXEL_SIDE;

/** A picture that is the whole page keeps its pixels: each is drawn as itself. */
function choosePixelSize(page: PdfiumPage, pages: number, whole: Size | undefined): Size {
  const { width, height } = page.readSize();
  const resolution = page.readPictureResolution();
  const limit = RESOLUTIONS.find((step) => pages <= step.pages)?.resolution ?? 0;
  const scanLimit = pages <= MAX_SCANNED_PAGES ? MAX_RESOLUTION : limit;
  if (whole && resolution <= scanLimit && isDrawable(whole)) return whole;
  const written = page.isScan()
    ? Math.min(limit, Math.max(MIN_RESOLUTION, OVERSAMPLING * resolution))
    : limit;
  const scale = Math.min(
    Math.max(written, Math.min(scanLimit, resolution)) / POINTS_PER_INCH,
    Math.sqrt(MAX_PIXELS / (width * height)),
    MAX_PIXEL_SIDE / Math.max(width, height),
  );
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Of 255, how far the shades of a place without ink may lie from each other. */
const MAX_SHADE_DIFFERENCE = 3;
/** Where letters and their marks lie from the base line, in units of the font's size. */
const [BELOW, ABOVE] = [-0.3, 1];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function findBox({ x, y, angle, width, size }: Word, page: Size, raster: Raster): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [0, width].flatMap((along) =>
    [BELOW * size, ABOVE * size].map(
      (up) => [x + along * cos - up * sin, y + along * sin + up * cos] as const,
    ),
  );
  const across = corners.map(([at]) => (at / page.width) * raster.width);
  const down = corners.map(([, at]) => (1 - at / page.height) * raster.height);
  return {
    left: Math.max(0, Math.floor(Math.min(...across))),
    top: Math.max(0, Math.floor(Math.min(...down))),
    right: Math.min(raster.width, Math.ceil(Math.max(...across))),
    bottom: Math.min(raster.height, Math.ceil(Math.max(...down))),
  };
}

/** Whether anything is drawn in a box: a word on a hidden layer, below a picture or beside the page is not. */
function hasInk({ left, top, right, bottom }: Box, raster: Raster): boolean {
  const { data, width } = raster;
  const first = (top * width + left) * CHANNELS;
  for (let row = top; row < bottom; row += 1)
    for (
      let at = (row * width + left) * CHANNELS, end = (row * width + right) * CHANNELS;
      at < end;
      at += CHANNELS
    )
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const difference = (data[at + channel] as number) - (data[first + channel] as number);
        if (difference > MAX_SHADE_DIFFERENCE || difference < -MAX_SHADE_DIFFERENCE) return true;
      }
  return false;
}

type FirstPagePreview = (firstPage: Raster, pages: number) => Promise<void>;

async function rasterizePage(
  source: PdfiumDocument,
  { index, pages, allowedBytes }: { index: number; pages: number; allowedBytes: number },
  previewFirstPage: FirstPagePreview | undefined,
): Promise<WrittenPage> {
  const page = new PdfiumPage(source, index);
  const size = page.readSize();
  assertSize(size);
  const wholePicture = page.readWholePicture();
  const pixelSize = choosePixelSize(page, pages, wholePicture);
  if (page.hasCutOffStroke(pixelSize)) throw new UnusableFile('too-complex');
  const raster = page.render(pixelSize);
  const text = new PageText(source.pdfium, page);
  const words = text.readWords((word) => hasInk(findBox(word, size, raster), raster));
  text.close();
  const all = { left: 0, top: 0, right: raster.width, bottom: raster.height };
  const isShown = wholePicture !== undefined && hasInk(all, raster);
  if (!isShown && page.hasUnreadablePicture()) throw new UnusableFile('picture-missing');
  if (index === 0) await previewFirstPage?.(raster, pages);
  const picture = await encodeRaster(raster, allowedBytes);
  page.close();
  return { size, words, picture };
}

/**
 * Stores what a viewer shows: a picture of each page, and its text invisibly so that it can be found. Deterministic:
 * equal bytes give equal bytes. @throws UnusableFile, or an error of the library
 */
export async function rasterizePdf(
  bytes: Uint8Array,
  previewFirstPage?: FirstPagePreview,
): Promise<Uint8Array> {
  const source = await openDocument(bytes);
  const pages = source.pdfium.FPDF_GetPageCount(source.document);
  if (pages === 0) throw new UnusableFile('broken');
  if (pages > MAX_PAGES) throw new UnusableFile('too-many-pages');
  const writer = await PdfWriter.create();
  let bytesLeft = MAX_PICTURE_BYTES;
  for (let index = 0; index < pages; index += 1) {
    const allowedBytes = bytesLeft / (pages - index);
    const page = await rasterizePage(source, { index, pages, allowedBytes }, previewFirstPage);
    bytesLeft -= page.picture.bytes.length;
    writer.addPage(page);
  }
  const stored = await writer.save();
  if (stored.length > MAX_BYTES) throw new UnusableFile('too-large');
  return stored;
}
