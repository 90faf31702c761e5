import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';

/** Kinds and entries of the objects of a PDF of pictures with their text. */
const WRITTEN_NAMES = new Set(
  [
    ['Type', 'Subtype', 'Length', 'Size', 'Root', 'XRef', 'W', 'Index', 'ObjStm', 'N', 'First'],
    ['Catalog', 'Pages', 'Kids', 'Count', 'Page', 'Parent', 'MediaBox', 'Contents', 'Resources'],
    ['XObject', 'P', 'Image', 'Width', 'Height', 'BitsPerComponent', 'ColorSpace', 'DeviceGray', 'DeviceRGB'],
    ['Filter', 'FlateDecode', 'DCTDecode'],
    ['Font', 'Type3', 'FontBBox', 'FontMatrix', 'FirstChar', 'LastChar', 'Widths', 'CharProcs', 'g'],
    ['Encoding', 'Differences', 'ToUnicode'],
  ].flat(),
);
const FONT = /^F\d+$/;

function* listNames(object: PDFObject): Generator<string> {
  if (object instanceof PDFName) yield object.decodeText();
  else if (object instanceof PDFRawStream) yield* listNames(object.dict);
  else if (object instanceof PDFArray) for (const item of object.asArray()) yield* listNames(item);
  else if (object instanceof PDFDict)
    for (const [key, value] of object.entries()) {
      yield key.decodeText();
      yield* listNames(value);
    }
}

/** The names in a PDF that no stored PDF has. */
export async function findForeignNames(pdf: Uint8Array): Promise<string[]> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  const names = new Set(context.enumerateIndirectObjects().flatMap(([, object]) => [...listNames(object)]));
  return [...names].filter((name) => !WRITTEN_NAMES.has(name) && !FONT.test(name));
}
