/** An object as Chromium writes it. `body` is Latin-1: one byte a character. */
export interface PdfObject {
  readonly number: number;
  readonly body: string;
  readonly stream?: Uint8Array;
}

export interface PdfFile {
  readonly objects: ReadonlyMap<number, PdfObject>;
  readonly trailer: string;
  /** One more than the highest object number. */
  readonly size: number;
}

const ENTRY_BYTES = 20;

function readObject(pdf: Buffer, number: number, from: number, to: number): PdfObject {
  const start = from + `${number} 0 obj\n`.length;
  const end = pdf.lastIndexOf('endobj', to);
  const bodyLength = pdf.subarray(start, end).indexOf(' stream\n');
  if (bodyLength < 0) return { number, body: pdf.toString('latin1', start, end - 1) };
  const body = pdf.toString('latin1', start, start + bodyLength);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  const stream = start + bodyLength + ' stream\n'.length;
  return { number, body, stream: pdf.subarray(stream, stream + length) };
}

/** Objects in the order of the file. @throws when it is no PDF of Chromium */
export function readPdfFile(pdf: Buffer): PdfFile {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 64));
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? Number.NaN);
  const head = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', table, table + 32));
  if (!head) throw new Error('A part is not a PDF as Chromium writes it');
  const first = table + head[0].length;
  const size = Number(head[1]);
  const entries = pdf.toString('latin1', first, first + size * ENTRY_BYTES);
  const used = Array.from({ length: size }, (_, number) => {
    const entry = entries.slice(number * ENTRY_BYTES, (number + 1) * ENTRY_BYTES);
    return { number, offset: Number(entry.slice(0, 10)), isUsed: entry[17] === 'n' };
  })
    .filter(({ isUsed }) => isUsed)
    .toSorted((one, other) => one.offset - other.offset);
  const objects = used.map(({ number, offset }, index): [number, PdfObject] => [
    number,
    readObject(pdf, number, offset, used[index + 1]?.offset ?? table),
  ]);
  return {
    objects: new Map(objects),
    trailer: pdf.toString('latin1', first + size * ENTRY_BYTES),
    size,
  };
}

/** The number of the object that the key names. */
export function findRef(body: string, key: string): number {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  if (!found) throw new Error(`A part has no ${key}`);
  return Number(found);
}

/** The second line marks the file as binary. */
const HEADER = Buffer.from('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n', 'latin1');
const FREE_ENTRY = '0000000000 65535 f \n';

/** Of a written object, memory keeps only the offset once the bytes are flushed. */
export class PdfWriter {
  /** By object number; 0 for a number without an object. */
  readonly #offsets = [0];
  #pieces: Uint8Array[] = [HEADER];
  #length = HEADER.length;

  /** Reserves consecutive object numbers; returns the first. */
  allocate(count: number): number {
    const first = this.#offsets.length;
    for (let each = 0; each < count; each += 1) this.#offsets.push(0);
    return first;
  }

  writeObject({ number, body, stream }: PdfObject): void {
    this.#offsets[number] = this.#length;
    this.#write(`${number} 0 obj\n${body}`);
    if (stream) this.#write(' stream\n', stream, '\nendstream');
    this.#write('\nendobj\n');
  }

  /** Writes the cross-reference table; `trailer` names the root and more. */
  end(trailer: string): void {
    const [table, size] = [this.#length, this.#offsets.length];
    const entries = Buffer.alloc(size * ENTRY_BYTES);
    for (const [number, offset] of this.#offsets.entries()) {
      const entry = offset === 0 ? FREE_ENTRY : `${String(offset).padStart(10, '0')} 00000 n \n`;
      entries.write(entry, number * ENTRY_BYTES, 'latin1');
    }
    this.#write(`xref\n0 ${size}\n`, entries);
    this.#write(`trailer\n<</Size ${size}${trailer}>>\nstartxref\n${table}\n%%EOF\n`);
  }

  /** The bytes since the last call. */
  flush(): Buffer {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return bytes;
  }

  #write(...pieces: readonly (Uint8Array | string)[]): void {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      this.#pieces.push(bytes);
      this.#length += bytes.length;
    }
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? letter);

/** XMP with the file's title and the PDF/UA-1 identifier (ISO 14289-1, 5). */
export function createMetadata(number: number, title: string): PdfObject {
  const stream = Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`,
  );
  return { number, body: `<</Type /Metadata\n/Subtype /XML\n/Length ${stream.length}>>`, stream };
}
