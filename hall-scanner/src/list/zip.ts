import { unzipSync } from 'fflate';
import { ListRefused } from './refused.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A ZIP file in memory, and its entries as its directory has them. */
export interface Zip {
  /** Unpacks these entries; those that are not there, or larger than so many bytes, are left out. */
  readonly read: (names: ReadonlySet<string>, room: number) => ReadonlyMap<string, Bytes>;
}

/** Far more than the photos of the largest centre. */
const LARGEST = 256 * 1024 * 1024;
/** `PK` 3 4 begins a ZIP file with something in it. */
const BEGINNING = [0x50, 0x4b, 3, 4];

/** @throws ListRefused for what is no ZIP file, or has lost its end, where the directory is */
export async function openZip(file: Blob): Promise<Zip> {
  if (file.size > LARGEST) throw new ListRefused('not-a-list');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!BEGINNING.every((byte, place) => bytes[place] === byte)) throw new ListRefused('not-a-zip');

  const read: Zip['read'] = (names, room) => {
    try {
      const filter = (entry: { name: string; originalSize: number }) =>
        names.has(entry.name) && entry.originalSize <= room;
      return new Map(Object.entries(unzipSync(bytes, { filter })));
    } catch (error) {
      throw new ListRefused('cut-short', error);
    }
  };
  return { read };
}
