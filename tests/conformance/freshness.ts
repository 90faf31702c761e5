import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../stages/stage.ts';
import type { Results } from './results.ts';

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
