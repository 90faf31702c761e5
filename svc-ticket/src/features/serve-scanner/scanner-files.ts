import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** In order of preference; the build writes the compressed copies. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const;
export type Encoding = keyof typeof SUFFIXES;
export const encodings = Object.keys(SUFFIXES) as Encoding[];

export interface ScannerFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
  readonly etag: string;
}

/** By name. Held in memory, so that a deployment never mixes two builds. */
export type ScannerFiles = ReadonlyMap<string, ScannerFile>;

export const PAGE_FILE = 'index.html';
const isCompressedCopy = (name: string) => Object.values(SUFFIXES).some((suffix) => name.endsWith(suffix));

/** Undefined when the folder holds no scanner. */
export async function readScannerFiles(folder: string | undefined): Promise<ScannerFiles | undefined> {
  const names = folder === undefined ? [] : await listFileNames(folder);
  if (folder === undefined || !names.includes(PAGE_FILE)) return undefined;
  const readBytes = (name: string) => readFile(path.join(folder, name));

  const toScannerFile = async (name: string): Promise<ScannerFile> => {
    const bytes = await readBytes(name);
    const availableEncodings = encodings.filter((encoding) => names.includes(name + SUFFIXES[encoding]));
    const compressed = await Promise.all(
      availableEncodings.map(
        async (encoding) => [encoding, await readBytes(name + SUFFIXES[encoding])] as const,
      ),
    );
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    return { name, bytes, compressed: new Map(compressed), etag };
  };
  const files = await Promise.all(names.filter((name) => !isCompressedCopy(name)).map(toScannerFile));
  return new Map(files.map((file) => [file.name, file]));
}

async function listFileNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
