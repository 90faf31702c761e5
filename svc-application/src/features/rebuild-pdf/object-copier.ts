import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { type ShapeName, shapes } from './shapes.ts';
import { UnusablePdf } from './unusable-pdf.ts';

const VALUE_TYPES = [PDFBool, PDFHexString, PDFName, PDFNumber, PDFString];
const isValue = (object: PDFObject): boolean =>
  object === PDFNull || VALUE_TYPES.some((valueType) => object instanceof valueType);

const TYPE = PDFName.of('Type');
/** `Type` values that are copied; any other would misdeclare the copy. */
const TYPES: ReadonlySet<PDFObject> = new Set(
  ['CMap', 'Encoding', 'ExtGState', 'Font', 'FontDescriptor', 'Group', 'Mask', 'Pattern', 'XObject'].map(
    (type) => PDFName.of(type),
  ),
);
const SUBTYPE = PDFName.of('Subtype');
const FILTER = PDFName.of('Filter');
const PARAMETERS = PDFName.of('DecodeParms');

export class ObjectCopier {
  readonly #source: PDFContext;
  readonly #target: PDFContext;
  /** By shape and number, since one object may serve as two kinds. */
  readonly #copies = new Map<string, PDFRef>();

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source;
    this.#target = target;
  }

  /** @throws UnusablePdf for an unreadable object. */
  copy(object: PDFObject, shape: ShapeName): PDFObject {
    if (object instanceof PDFRef) return this.#copyIndirect(object, shape);
    if (isValue(object)) return object;
    if (object instanceof PDFArray) return this.#copyArray(object, shape);
    if (object instanceof PDFDict) return this.#copyDictionary(object, shape);
    if (object instanceof PDFRawStream) return this.#copyStream(object, shape);
    throw new UnusablePdf('broken');
  }

  #copyIndirect(reference: PDFRef, shape: ShapeName): PDFObject {
    const object = this.#source.lookup(reference);
    if (object === undefined) return PDFNull;
    if (object instanceof PDFRef) throw new UnusablePdf('broken');
    const copyKey = `${shape} ${reference.tag}`;
    const existing = this.#copies.get(copyKey);
    if (existing) return existing;
    const copy = this.#target.nextRef();
    this.#copies.set(copyKey, copy);
    this.#target.assign(copy, this.copy(object, shape));
    return copy;
  }

  #copyArray(array: PDFArray, shape: ShapeName): PDFArray {
    const copy = PDFArray.withContext(this.#target);
    for (const item of array.asArray()) copy.push(this.copy(item, shape));
    return copy;
  }

  #copyDictionary(dictionary: PDFDict, name: ShapeName): PDFDict {
    const { keys = {}, each, subtypes } = shapes[name];
    const copy = PDFDict.withContext(this.#target);
    const subtype = this.#source.lookup(dictionary.get(SUBTYPE));
    if (subtypes && !(subtype instanceof PDFName && subtypes.includes(subtype.decodeText()))) return copy;
    for (const [key, value] of dictionary.entries()) {
      const entryShape = key === SUBTYPE ? 'plain' : (each ?? getOwnEntry(keys, key.decodeText()));
      if (entryShape) copy.set(key, this.copy(value, entryShape));
      else if (key === TYPE && TYPES.has(value)) copy.set(key, value);
    }
    return copy;
  }

  #copyStream({ dict, contents }: PDFRawStream, name: ShapeName): PDFObject {
    if (!shapes[name].stream) return PDFNull;
    const copy = this.#copyDictionary(dict, name);
    const [filter, parameters] = [dict.get(FILTER), dict.get(PARAMETERS)];
    if (filter) copy.set(FILTER, this.copy(filter, 'plain'));
    if (parameters) copy.set(PARAMETERS, this.copy(parameters, 'parameters'));
    return PDFRawStream.of(copy, contents);
  }
}

/** Ignores inherited properties, since a file may use names of `Object.prototype`. */
const getOwnEntry = (keys: Readonly<Record<string, ShapeName>>, key: string): ShapeName | undefined =>
  Object.hasOwn(keys, key) ? keys[key] : undefined;
