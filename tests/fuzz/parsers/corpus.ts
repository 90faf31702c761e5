import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CORPUS = join(import.meta.dirname, '../corpus');
const FAILURES = join(import.meta.dirname, '../../../.cache/fuzz-failures');
/** The corpus is part of the repository: it stays small. */
const MAX_INPUTS = 40;
const MAX_INPUT_BYTES = 1024;

/** Inputs of earlier runs. */
export async function readCorpus(name: string): Promise<Buffer[]> {
  const folder = join(CORPUS, name);
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map((file) => readFile(join(folder, file))));
}

async function storeInput(folder: string, bytes: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, hash('sha256', bytes).slice(0, 16));
  await writeFile(file, bytes);
  return file;
}

/** Stores inputs for later runs, the smallest first, up to the size limit. */
export async function storeInputs(name: string, inputs: readonly Uint8Array[]): Promise<void> {
  const remaining = MAX_INPUTS - (await readCorpus(name)).length;
  const smallInputs = inputs
    .filter(({ length }) => length <= MAX_INPUT_BYTES)
    .toSorted((one, other) => one.length - other.length);
  for (const bytes of smallInputs.slice(0, Math.max(0, remaining)))
    await storeInput(join(CORPUS, name), bytes);
}

export const storeFailure = (name: string, bytes: Uint8Array): Promise<string> =>
  storeInput(join(FAILURES, name), bytes);
