/** The second line marks the file as binary. */
const HEADER = Buffer.from('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n', 'latin1');
const BUFFER_BYTES = 1 << 20;
const ENTRIES_PER_WRITE = 10_000;

/** A file, or memory. */
interface Sink {
  writeFile(bytes: Uint8Array): Promise<void>;
}

/** Keeps only the offset of each written object, 8 bytes. */
export interface PdfWriter {
  /** Reserves consecutive object numbers; returns the first. */
  allocate(count: number): number;
  /** `body` is Latin-1: one byte a character. */
  writeObject(number: number, body: string, stream?: Uint8Array): Promise<void>;
  /** Writes the cross-reference table; `trailer` names the root and more. */
  end(trailer: string): Promise<void>;
}

function createGrowingList() {
  let numbers = new Float64Array(1024);
  return {
    get: (index: number): number => numbers[index] ?? 0,
    set(index: number, number: number): void {
      while (index >= numbers.length) {
        const longer = new Float64Array(numbers.length * 2);
        longer.set(numbers);
        numbers = longer;
      }
      numbers[index] = number;
    },
  };
}

const FREE = '0000000000 65535 f \n';
const formatEntry = (offset: number): string =>
  offset === 0 ? FREE : `${String(offset).padStart(10, '0')} 00000 n \n`;

/** @param file is empty; the caller closes it */
export function createPdfWriter(file: Sink): PdfWriter {
  const offsets = createGrowingList();
  let buffered: Uint8Array[] = [HEADER];
  let bufferedBytes = HEADER.length;
  let flushed = 0;
  let next = 1;

  const flush = async () => {
    const bytes = Buffer.concat(buffered);
    buffered = [];
    bufferedBytes = 0;
    flushed += bytes.length;
    await file.writeFile(bytes);
  };
  const write = async (...pieces: readonly (Uint8Array | string)[]) => {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      buffered.push(bytes);
      bufferedBytes += bytes.length;
    }
    if (bufferedBytes > BUFFER_BYTES) await flush();
  };
  const writeTable = async () => {
    await write(`xref\n0 ${next}\n`);
    for (let from = 0; from < next; from += ENTRIES_PER_WRITE) {
      const count = Math.min(ENTRIES_PER_WRITE, next - from);
      await write(
        Array.from({ length: count }, (_, index) => formatEntry(offsets.get(from + index))).join(''),
      );
    }
  };

  return {
    allocate(count) {
      next += count;
      return next - count;
    },
    async writeObject(number, body, stream) {
      offsets.set(number, flushed + bufferedBytes);
      await write(`${number} 0 obj\n${body}`);
      if (stream) await write(' stream\n', stream, '\nendstream');
      await write('\nendobj\n');
    },
    async end(trailer) {
      const table = flushed + bufferedBytes;
      await writeTable();
      await write(`trailer\n<</Size ${next}${trailer}>>\nstartxref\n${table}\n%%EOF\n`);
      await flush();
    },
  };
}
