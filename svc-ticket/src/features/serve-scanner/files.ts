import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** How a file may come, the smallest first; the build leaves such copies beside it. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof ENDINGS;
export const encodings = Object.keys(ENDINGS) as Encoding[];

export interface ScannerFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
  readonly etag: string;
}

/** The files of the built scanner by their names: one build, whole, whatever happens to the folder later. */
export type Scanner = ReadonlyMap<string, ScannerFile>;

export const PAGE = 'index.html';
const isCopy = (name: string) => Object.values(ENDINGS).some((ending) => name.endsWith(ending));

/** Reads the folder of a built scanner; undefined when there is no scanner in it. */
export async function readScanner(folder: string | undefined): Promise<Scanner | undefined> {
  const names = folder === undefined ? [] : await namesIn(folder);
  if (folder === undefined || !names.includes(PAGE)) return undefined;
  const bytesOf = (name: string) => readFile(path.join(folder, name));

  const fileOf = async (name: string): Promise<ScannerFile> => {
    const bytes = await bytesOf(name);
    const copies = encodings.filter((encoding) => names.includes(name + ENDINGS[encoding]));
    const compressed = await Promise.all(
      copies.map(async (encoding) => [encoding, await bytesOf(name + ENDINGS[encoding])] as const),
    );
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    return { name, bytes, compressed: new Map(compressed), etag };
  };
  const files = await Promise.all(names.filter((name) => !isCopy(name)).map(fileOf));
  return new Map(files.map((file) => [file.name, file]));
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
