import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Appends to a file in the store, and to its compressed copies. @returns a function that restores them */
export async function tamperWithFile(folder: string, file: string): Promise<() => Promise<void>> {
  const names = (await readdir(folder)).filter((name) => [file, `${file}.br`, `${file}.gz`].includes(name));
  const originals = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const tampered = Buffer.concat([
    await readFile(join(folder, file)),
    Buffer.from('\n/* and something else */'),
  ]);
  for (const name of names) await writeFile(join(folder, name), compressAs(name, tampered));
  return async () => {
    for (const [index, name] of names.entries()) await writeFile(join(folder, name), originals[index] ?? '');
  };
}

function compressAs(name: string, content: Buffer): Buffer {
  if (extname(name) === '.br') return brotliCompressSync(content);
  return extname(name) === '.gz' ? gzipSync(content) : content;
}
