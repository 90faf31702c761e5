import { writePdf } from '@archaka/test-kit';

/** Strings hold one byte a character. */
export const createStream = (entries: string, content: string): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** Collects the numbered objects of a file. */
export class PdfObjects {
  readonly #objects: string[] = [];

  /** The number of an object that is written later. */
  reserve(): number {
    return this.#objects.push('null');
  }

  set(number: number, object: string): void {
    this.#objects[number - 1] = object;
  }

  add(object: string): number {
    return this.#objects.push(object);
  }

  write(root: number): Buffer {
    return writePdf(this.#objects, root);
  }
}
