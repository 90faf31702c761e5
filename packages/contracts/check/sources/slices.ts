import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The remotes (`mf`), the services (`svc`) or both: a folder is a slice by the name in its package.json. */
export const listSlices = (root: string, ...kinds: readonly ('mf' | 'svc')[]): string[] =>
  readdirSync(root)
    .filter((name) => kinds.some((kind) => name.startsWith(`${kind}-`)))
    .filter((name) => readName(join(root, name)) === name)
    .sort();

function readName(folder: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  } catch {
    return undefined; // What is left of a branch: an ignored build, libraries.
  }
}
