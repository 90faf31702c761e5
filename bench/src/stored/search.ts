import { join } from 'node:path';
import { readFilesBelow } from '@archaka/test-kit';

export interface Wanted {
  /** Whole numbers of ten or twelve digits. */
  readonly numbers: ReadonlySet<string>;
  /** By name. */
  readonly samples: ReadonlyMap<string, string | Buffer>;
}

/** Findings in the files of a folder. */
export interface SearchResult {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** `<file>: <what>`. */
  readonly found: readonly string[];
}

/** Longer runs of digits are times and ids. */
const DIGITS = /(?<!\d)\d{10}(?:\d\d)?(?!\d)/g;

function searchBytes(bytes: Buffer, { numbers, samples }: Wanted): string[] {
  const digits = bytes.toString('latin1').match(DIGITS) ?? [];
  const found = [...samples].flatMap(([name, sample]) => (bytes.includes(sample) ? [name] : []));
  return [...new Set(digits)].filter((each) => numbers.has(each)).concat(found);
}

/** Searches the raw bytes of every file below a folder of the data folder. */
export async function searchFolder(dataDir: string, folder: string, wanted: Wanted): Promise<SearchResult> {
  let [files, size] = [0, 0];
  const found: string[] = [];
  for await (const { path, bytes } of readFilesBelow(join(dataDir, folder))) {
    files += 1;
    size += bytes.length;
    found.push(...searchBytes(bytes, wanted).map((each) => `${join(folder, path)}: ${each}`));
  }
  return { folder, files, bytes: size, found };
}
