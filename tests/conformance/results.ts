import { glob, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';

/** Results of the tests of one file, by name as in the table. */
export interface FileResults {
  /** Start time, in milliseconds since 1970. */
  readonly at: number;
  readonly tests: Readonly<Record<string, string>>;
}

/** By the file's path from the root of the project. */
export type Results = Readonly<Record<string, FileResults>>;

/** A suite that ran, and its tests. */
interface Suite {
  /** Absolute. */
  readonly file: string;
  readonly tests: readonly {
    readonly ancestors: readonly string[];
    readonly title: string;
    readonly status: string;
  }[];
}

/** Groups results by file; of two tests with one name, the one that did not pass counts. */
export function toResults(suites: readonly Suite[], root: string, at: number): Results {
  const files = suites.map(({ file, tests: testReports }) => {
    const tests: Record<string, string> = {};
    for (const { ancestors, title, status } of testReports) {
      const fullTitle = [...ancestors, title].join(' › ');
      if ((tests[fullTitle] ?? 'passed') === 'passed') tests[fullTitle] = status;
    }
    return [file.slice(root.length), { at, tests }];
  });
  return Object.fromEntries(files);
}

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

const SOURCES = '**/*.{ts,tsx,mjs,css,json,po,html,svg}';
const NO_SOURCES = /(^|\/)(node_modules|dist|\.[^/]+)$/;

/** Time of the last change of a source, in milliseconds since 1970. */
async function findLastChange(): Promise<number> {
  let newest = 0;
  for await (const path of glob(SOURCES, { cwd: ROOT, exclude: (name) => NO_SOURCES.test(name) }))
    newest = Math.max(newest, (await stat(join(ROOT, path))).mtimeMs);
  return newest;
}

/** Reports the age of these files' results, if sources changed since. */
export async function describeAge(results: Results, files: ReadonlySet<string>): Promise<string> {
  if (Object.keys(results).length === 0) return 'No results are recorded: run npm test first.';
  const times = Object.entries(results).flatMap(([file, { at }]) => (files.has(file) ? [at] : []));
  const oldest = Math.min(...times);
  const description = `Recorded results, the oldest of ${new Date(oldest).toISOString()}`;
  return oldest < (await findLastChange())
    ? `${description}: older than the last change of the sources.`
    : `${description}.`;
}
