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
    let file = '%PDF-1.7\n';
    const offsets = this.#objects.map((object, at) => {
      const offset = file.length;
      file += `${at + 1} 0 obj\n${object}\nendobj\n`;
      return offset;
    });
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const size = offsets.length + 1;
    const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
    return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}`, 'latin1');
  }
}
