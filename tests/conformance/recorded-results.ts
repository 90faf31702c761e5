import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import type { Results } from './results.ts';

const FOLDER = join(ROOT, '.cache/test-results');

const readResultsFile = async (file: string): Promise<Results> =>
  readFile(join(FOLDER, file), 'utf8').then(JSON.parse, () => ({}));

/** Stores a stage's results. A run of some files replaces the results of these; a run of all, everything. */
export async function storeResults(
  stage: string,
  results: Results,
  { isComplete }: { isComplete: boolean },
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const previous = isComplete ? {} : await readResultsFile(`${stage}.json`);
  await writeFile(join(FOLDER, `${stage}.json`), JSON.stringify({ ...previous, ...results }));
}

/** The last results of every stage. */
export async function readResults(): Promise<Results> {
  const files = await readdir(FOLDER).catch(() => []);
  return Object.assign({}, ...(await Promise.all(files.map(readResultsFile))));
}
