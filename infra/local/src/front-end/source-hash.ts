import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Excluded files. A build leaves `.swc`: if included, the next start would build everything again. */
const excluded = /^(\.swc|dist|node_modules|server|test)$|\.test\.tsx?$/;

/** A hash of the inputs of a workspace's bundle: its sources, those of our packages it uses, versions. */
export function hashSources(workspace: string, rootFolder: string): string {
  const hash = createHash('sha256');
  const folders = [...findDependencies(workspace, rootFolder).add('exams')];
  const sources = folders.flatMap((folder) => listFiles(folder, rootFolder));
  for (const file of ['package-lock.json', ...sources].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(rootFolder, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The folders of a workspace and of every package of ours that it depends on; tools in infra are not bundled. */
function findDependencies(folder: string, rootFolder: string, visited = new Set<string>()): Set<string> {
  visited.add(folder);
  const manifest = readFileSync(join(rootFolder, folder, 'package.json'), 'utf8');
  const { dependencies: names = {}, devDependencies: more = {} } = JSON.parse(manifest);
  for (const name of Object.keys({ ...names, ...more })) {
    const dependencyFolder = name.replace('@archaka/', name === '@archaka/exams' ? '' : 'packages/');
    const isBundled = existsSync(join(rootFolder, dependencyFolder, 'package.json'));
    if (dependencyFolder !== name && isBundled && !visited.has(dependencyFolder))
      findDependencies(dependencyFolder, rootFolder, visited);
  }
  return visited;
}

function listFiles(folder: string, rootFolder: string): string[] {
  if (!existsSync(join(rootFolder, folder))) return [];
  return readdirSync(join(rootFolder, folder), { withFileTypes: true }).flatMap((entry) => {
    if (excluded.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path, rootFolder) : [path];
  });
}
