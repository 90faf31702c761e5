import { unzipSync } from 'fflate';
import { InvalidList } from './invalid-list.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Zip {
  /** Omits missing entries and those larger than `maxBytes`. */
  readonly read: (names: ReadonlySet<string>, maxBytes: number) => ReadonlyMap<string, Bytes>;
}

/** Far more than the photos of the largest centre. */
const MAX_BYTES = 256 * 1024 * 1024;
/** `PK` 3 4: a ZIP file that is not empty. */
const ZIP_SIGNATURE = [0x50, 0x4b, 3, 4];

/** @throws InvalidList for another type of file, or a truncated one: its directory is at the end */
export async function openZip(file: Blob): Promise<Zip> {
  if (file.size > MAX_BYTES) throw new InvalidList('not-a-list');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!ZIP_SIGNATURE.every((byte, index) => bytes[index] === byte)) throw new InvalidList('not-a-zip');

  const read: Zip['read'] = (names, maxBytes) => {
    try {
      const filter = (entry: { name: string; originalSize: number }) =>
        names.has(entry.name) && entry.originalSize <= maxBytes;
      return new Map(Object.entries(unzipSync(bytes, { filter })));
    } catch (error) {
      throw new InvalidList('cut-short', error);
    }
  };
  return { read };
}
