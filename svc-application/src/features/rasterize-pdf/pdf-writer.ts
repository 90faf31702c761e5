import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { EncodedPicture } from './encode-raster.ts';
import type { Word } from './page-text.ts';
import type { Size } from './pdfium-page.ts';
import { TextLayer } from './text-layer.ts';

export interface WrittenPage {
  /** Points. */
  readonly size: Size;
  readonly picture: EncodedPicture;
  readonly words: readonly Word[];
}

/** A PDF of pictures, each below its text, which is invisible. */
export class PdfWriter {
  readonly #document: PDFDocument;
  readonly #text: TextLayer;

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#text = new TextLayer(document.context);
  }

  static async create(): Promise<PdfWriter> {
    return new PdfWriter(await PDFDocument.create({ updateMetadata: false }));
  }

  addPage({ size: { width, height }, picture, words }: WrittenPage): void {
    const { context } = this.#document;
    const { content, fonts } = this.#text.write(words);
    const drawing = `q ${width} 0 0 ${height} 0 0 cm /P Do Q\n${content}`;
    const page = this.#document.addPage([width, height]);
    page.node.set(PDFName.of('Contents'), context.register(context.flateStream(drawing)));
    const resources = { XObject: { P: this.#embed(picture) }, Font: fonts };
    page.node.set(PDFName.of('Resources'), context.obj(resources));
  }

  #embed({ bytes, width, height, filter, isGrey, bitsPerComponent }: EncodedPicture): PDFRef {
    const { context } = this.#document;
    const image = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height };
    const colours = { ColorSpace: isGrey ? 'DeviceGray' : 'DeviceRGB', BitsPerComponent: bitsPerComponent };
    return context.register(context.stream(bytes, { ...image, ...colours, Filter: filter }));
  }

  async save(): Promise<Uint8Array> {
    this.#text.finish();
    return this.#document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    });
  }
}
