import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Not what a bundle is made of. */
const leftOut = /^(dist|node_modules|server|test)$|\.test\.tsx?$/;

/** A hash of all that goes into a workspace's bundle: its sources, those of our packages it uses, versions. */
export function sourceStamp(workspace: string, checkout: string): string {
  const hash = createHash('sha256');
  const folders = [...dependencies(workspace, checkout).add('exams')];
  const sources = folders.flatMap((folder) => files(folder, checkout));
  for (const file of ['package-lock.json', ...sources].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(checkout, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The folder of a workspace and of every package of ours that it depends on. */
function dependencies(folder: string, checkout: string, known = new Set<string>()): Set<string> {
  known.add(folder);
  const manifest = readFileSync(join(checkout, folder, 'package.json'), 'utf8');
  const { dependencies: names = {}, devDependencies: more = {} } = JSON.parse(manifest);
  for (const name of Object.keys({ ...names, ...more })) {
    const its = name.replace('@archaka/', name === '@archaka/exams' ? '' : 'packages/');
    if (its !== name && !known.has(its)) dependencies(its, checkout, known);
  }
  return known;
}

function files(folder: string, checkout: string): string[] {
  if (!existsSync(join(checkout, folder))) return [];
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? files(path, checkout) : [path];
  });
}
