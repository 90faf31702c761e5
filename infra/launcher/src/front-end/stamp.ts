import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../settings.ts';

/** Not what a bundle is made of. */
const leftOut = /^(dist|node_modules|server|test)$|\.test\.tsx?$/;

/** A hash of all that goes into the bundle of a workspace: its sources, those of our packages it uses, versions. */
export function sourceStamp(workspace: string): string {
  const hash = createHash('sha256');
  const folders = [...dependencies(workspace), 'exams'];
  for (const file of ['package-lock.json', ...folders.flatMap(files)].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The folder of a workspace and of every package of ours that it depends on. */
function dependencies(folder: string, known = new Set<string>()): Set<string> {
  known.add(folder);
  const { dependencies: names = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  for (const name of Object.keys(names)) {
    const its = name.replace('@archaka/', 'packages/');
    if (its !== name && !known.has(its)) dependencies(its, known);
  }
  return known;
}

function files(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? files(path) : [path];
  });
}
