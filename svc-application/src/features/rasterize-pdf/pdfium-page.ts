import { UnusableFile } from '@archaka/service-kit/decoder-program';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { type PdfiumDocument, Results } from './pdfium.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Bytes of a pixel: red, green, blue. */
export const CHANNELS = 3;

export interface Raster extends Size {
  /** A view on PDFium's memory, valid until the next call of PDFium; the pixels stay until the page is closed. */
  readonly data: Uint8Array;
}

/** As x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** FPDFBitmap_BGR; FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER for red as the first byte. */
const [THREE_BYTES, FLAGS, WHITE] = [2, 0x01 | 0x10, 0xffffffff];
const [TEXT_OBJECT, PATH_OBJECT, IMAGE_OBJECT, FORM_OBJECT] = [1, 2, 3, 5];
/** FPDF_TEXTRENDERMODE_INVISIBLE, of text that a scanner has recognised. */
const INVISIBLE_TEXT = 3;
const MAX_STROKE_COORDINATE = 50_000;
const POINTS_PER_INCH = 72;
const MAX_FORM_DEPTH = 4;
const MAX_CHECKED_PICTURES = 50;
/** Units of a point in which PDFium converts coordinates to whole numbers. */
const PRECISION = 1000;

/** What a page draws, outside of forms. */
interface PageObject {
  readonly object: number;
  readonly type: number;
  /** Of the forms around it, without their place. */
  readonly matrix: Matrix;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const combine = ([a, b, c, d]: Matrix, [p, q, r, s]: Matrix): Matrix => [
  ...([a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s] as const),
  ...([0, 0] as const),
];

/** By how much PDFium stretches a device's coordinates where it strokes. */
function measureDistortion([a, b, c, d]: Matrix): number {
  const area = Math.abs(a * d - b * c);
  return area > 0 ? (Math.max(Math.abs(a), Math.abs(b)) * Math.max(...[a, b, c, d].map(Math.abs))) / area : 0;
}

/** A page as viewers show it: cropped and rotated, with the appearances of annotations, without hidden layers. */
export class PdfiumPage {
  readonly #pdfium: WrappedPdfiumModule;
  readonly #page: number;
  readonly #form: number;
  readonly results: Results;
  #bitmap = 0;

  /** @throws UnusableFile */
  constructor({ pdfium, document, form }: PdfiumDocument, index: number) {
    this.#pdfium = pdfium;
    this.#page = pdfium.FPDF_LoadPage(document, index);
    if (this.#page === 0) throw new UnusableFile('broken');
    this.#form = form;
    this.results = new Results(pdfium);
    pdfium.FORM_OnAfterLoadPage(this.#page, form);
  }

  get address(): number {
    return this.#page;
  }

  /** In points. */
  readSize(): Size {
    return {
      width: this.#pdfium.FPDF_GetPageWidthF(this.#page),
      height: this.#pdfium.FPDF_GetPageHeightF(this.#page),
    };
  }

  /** From the page's own coordinates to those of the page as it is shown, the origin at the bottom left. */
  readMatrix(): Matrix {
    const { height } = this.readSize();
    const [e, f] = this.#toShown(0, 0);
    const [x1, y1] = this.#toShown(1000, 0);
    const [x2, y2] = this.#toShown(0, 1000);
    return [(x1 - e) / 1000, (f - y1) / 1000, (x2 - e) / 1000, (f - y2) / 1000, e, height - f];
  }

  #toShown(x: number, y: number): readonly [number, number] {
    const { width, height } = this.readSize();
    const [right, bottom] = [Math.round(width * PRECISION), Math.round(height * PRECISION)];
    const [shownX = 0, shownY = 0] =
      this.results.readNumbers('i32', 2, (...at) =>
        this.#pdfium.FPDF_PageToDevice(this.#page, 0, 0, right, bottom, 0, x, y, at[0], at[1]),
      ) ?? [];
    return [shownX / PRECISION, shownY / PRECISION];
  }

  render({ width, height }: Size): Raster {
    const pdfium = this.#pdfium;
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, THREE_BYTES, 0, width * CHANNELS);
    if (bitmap === 0) throw new UnusableFile('too-complex');
    this.#bitmap = bitmap;
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, this.#page, 0, 0, width, height, 0, FLAGS);
    pdfium.FPDF_FFLDraw(this.#form, bitmap, this.#page, 0, 0, width, height, 0, FLAGS);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
    return {
      width,
      height,
      get data() {
        return pdfium.pdfium.HEAPU8.subarray(start, start + width * height * CHANNELS);
      },
    };
  }

  /** The highest resolution of its pictures, in dots per inch; 0 without pictures. */
  readPictureResolution(): number {
    let highest = 0;
    for (const picture of this.#listPictures()) highest = Math.max(highest, this.#readResolution(picture));
    return highest;
  }

  /** The pixels of a picture that is the whole page, as it is shown; undefined where there is anything else. */
  readWholePicture(): Size | undefined {
    const [picture, ...others] = this.#listPictures();
    if (picture === undefined || others.length > 0 || !this.isScan()) return undefined;
    const { width, height } = this.readSize();
    const { width: across, height: down } = this.#readPixelSize(picture);
    const [a, b, c, d] = combine(this.#readObjectMatrix(picture), this.readMatrix());
    const fills = (side: number, length: number, pixels: number) =>
      Math.abs(Math.abs(side) - length) * pixels < length;
    if (fills(a, width, across) && fills(d, height, down)) return { width: across, height: down };
    if (fills(c, width, down) && fills(b, height, across)) return { width: down, height: across };
    return undefined;
  }

  /** Whether nothing but pictures can be seen. */
  isScan(): boolean {
    const pdfium = this.#pdfium;
    return (
      pdfium.FPDFPage_GetAnnotCount(this.#page) === 0 &&
      this.#listObjects().every(
        ({ object, type }) =>
          type === IMAGE_OBJECT ||
          (type === TEXT_OBJECT && pdfium.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE_TEXT),
      )
    );
  }

  /** A picture that PDFium cannot decode is missing in the raster, without an error. */
  hasUnreadablePicture(): boolean {
    return this.#listPictures()
      .slice(0, MAX_CHECKED_PICTURES)
      .some((picture) => !this.#isReadable(picture));
  }

  #isReadable(picture: number): boolean {
    const bitmap = this.#pdfium.FPDFImageObj_GetBitmap(picture);
    if (bitmap !== 0) this.#pdfium.FPDFBitmap_Destroy(bitmap);
    return bitmap !== 0;
  }

  /**
   * PDFium strokes a line in coordinates without the distortion of its matrix, and cuts them off at 50,000: in a chart
   * whose units are much wider than high the lower lines would be missing.
   */
  hasCutOffStroke(size: Size): boolean {
    const { width, height } = this.readSize();
    const pixels = Math.max(size.width, size.height);
    const scale: Matrix = [size.width / width, 0, 0, size.height / height, 0, 0];
    const [a, b, c, d] = this.readMatrix();
    return this.#listObjects()
      .filter(({ object, type }) => type === PATH_OBJECT && this.#hasStroke(object))
      .some(({ object, matrix }) => {
        const shown = [this.#readObjectMatrix(object), matrix, [a, b, c, d, 0, 0] as const, scale];
        return measureDistortion(shown.reduce(combine)) * pixels > MAX_STROKE_COORDINATE;
      });
  }

  #hasStroke(path: number): boolean {
    const mode = this.results.readNumbers('i32', 2, (fill, stroke) =>
      this.#pdfium.FPDFPath_GetDrawMode(path, fill, stroke),
    );
    return mode !== undefined && mode[1] !== 0;
  }

  #readObjectMatrix(object: number): Matrix {
    const [a = 1, b = 0, c = 0, d = 1] =
      this.results.readNumbers('float', 4, (at) => this.#pdfium.FPDFPageObj_GetMatrix(object, at)) ?? [];
    return [a, b, c, d, 0, 0];
  }

  #listPictures(): number[] {
    return this.#listObjects().flatMap(({ object, type }) => (type === IMAGE_OBJECT ? [object] : []));
  }

  #listObjects(): PageObject[] {
    const pdfium = this.#pdfium;
    const count = pdfium.FPDFPage_CountObjects(this.#page);
    const objects = Array.from({ length: count }, (_, at) => pdfium.FPDFPage_GetObject(this.#page, at));
    return objects.flatMap((object) => this.#openForms(object, IDENTITY, 0));
  }

  #openForms(object: number, matrix: Matrix, depth: number): PageObject[] {
    const pdfium = this.#pdfium;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type !== FORM_OBJECT) return [{ object, type, matrix }];
    if (depth === MAX_FORM_DEPTH) return [];
    const inner = combine(this.#readObjectMatrix(object), matrix);
    const count = pdfium.FPDFFormObj_CountObjects(object);
    const objects = Array.from({ length: count }, (_, at) => pdfium.FPDFFormObj_GetObject(object, at));
    return objects.flatMap((child) => this.#openForms(child, inner, depth + 1));
  }

  #readPixelSize(picture: number): Size {
    const [width = 0, height = 0] =
      this.results.readNumbers('i32', 2, (...at) =>
        this.#pdfium.FPDFImageObj_GetImagePixelSize(picture, at[0], at[1]),
      ) ?? [];
    return { width, height };
  }

  #readResolution(picture: number): number {
    const { width, height } = this.#readPixelSize(picture);
    const [left = 0, bottom = 0, right = 0, top = 0] = this.readBounds(picture) ?? [];
    const area = Math.abs((right - left) * (top - bottom));
    return area > 0 ? Math.sqrt((width * height) / area) * POINTS_PER_INCH : 0;
  }

  /** Left, bottom, right and top, in the page's own coordinates. */
  readBounds(object: number): number[] | undefined {
    return this.results.readNumbers('float', 4, (...at) => this.#pdfium.FPDFPageObj_GetBounds(object, ...at));
  }

  close(): void {
    if (this.#bitmap !== 0) this.#pdfium.FPDFBitmap_Destroy(this.#bitmap);
    this.results.free();
    this.#pdfium.FORM_OnBeforeClosePage(this.#page, this.#form);
    this.#pdfium.FPDF_ClosePage(this.#page);
  }
}
