import type { FileHandle } from 'node:fs/promises';

/** The second line says that the file is not text. */
const HEADER = Buffer.from('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n', 'latin1');
/** Written at once, in bytes. */
const TOGETHER = 1 << 20;
/** Offsets that are added to the table in one go. */
const ENTRIES_TOGETHER = 10_000;

/** Writes a PDF object by object. Of what is written it keeps each object's offset alone, 8 bytes. */
export interface PdfWriter {
  /** Numbers for so many objects; the first of them, the others follow. */
  allot(count: number): number;
  /** An object; its text has one byte a character. */
  object(number: number, body: string, stream?: Uint8Array): Promise<void>;
  /** The table of all objects, and what leads to it; `trailer` names the root and more. */
  end(trailer: string): Promise<void>;
}

/** One number after another, in as much memory as they need. */
function growingList() {
  let numbers = new Float64Array(1024);
  return {
    get: (place: number): number => numbers[place] ?? 0,
    set(place: number, number: number): void {
      while (place >= numbers.length) {
        const longer = new Float64Array(numbers.length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[place] = number;
    },
  };
}

const FREE = '0000000000 65535 f \n';
const entry = (offset: number): string =>
  offset === 0 ? FREE : `${String(offset).padStart(10, '0')} 00000 n \n`;

/** @param file is empty, and is closed by whom it belongs to */
export function writePdf(file: FileHandle): PdfWriter {
  const offsets = growingList();
  let waiting: Uint8Array[] = [HEADER];
  let waitingBytes = HEADER.length;
  let flushed = 0;
  let next = 1;

  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    flushed += bytes.length;
    await file.writeFile(bytes);
  };
  const put = async (...pieces: readonly (Uint8Array | string)[]) => {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      waiting.push(bytes);
      waitingBytes += bytes.length;
    }
    if (waitingBytes > TOGETHER) await flush();
  };
  const putTable = async () => {
    await put(`xref\n0 ${next}\n`);
    for (let from = 0; from < next; from += ENTRIES_TOGETHER) {
      const count = Math.min(ENTRIES_TOGETHER, next - from);
      await put(Array.from({ length: count }, (_, place) => entry(offsets.get(from + place))).join(''));
    }
  };

  return {
    allot(count) {
      next += count;
      return next - count;
    },
    async object(number, body, stream) {
      offsets.set(number, flushed + waitingBytes);
      await put(`${number} 0 obj\n${body}`);
      if (stream) await put(' stream\n', stream, '\nendstream');
      await put('\nendobj\n');
    },
    async end(trailer) {
      const table = flushed + waitingBytes;
      await putTable();
      await put(`trailer\n<</Size ${next}${trailer}>>\nstartxref\n${table}\n%%EOF\n`);
      await flush();
    },
  };
}
