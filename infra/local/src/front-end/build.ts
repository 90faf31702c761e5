import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@archaka/service-kit/command-line';
import { acquireLock } from '../../bootstrap/lock.mjs';

const CONCURRENCY = 2;

interface BuildOptions {
  rootFolder: string;
  report: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Builds the bundles whose sources have changed since the last build.
 * @returns the hash of each workspace's sources
 */
export async function buildChanged(
  workspaces: string[],
  options: BuildOptions,
): Promise<Map<string, string>> {
  const { rootFolder, report } = options;
  const hashes = new Map(workspaces.map((name) => [name, hashSources(name, rootFolder)]));
  const findChanged = () =>
    [...hashes].filter(([name, sourceHash]) => readBuiltHash(name, rootFolder) !== sourceHash);
  if (findChanged().length === 0) return hashes;

  mkdirSync(join(rootFolder, hashFolder), { recursive: true });
  const lock = await acquireLock(join(rootFolder, hashFolder, 'lock'), (pid) => {
    report(`Waiting for the builds of another start (process ${pid}) …`);
  });
  try {
    const queue = findChanged().values();
    await Promise.all(Array.from({ length: CONCURRENCY }, () => buildAll(queue, options)));
  } finally {
    lock.release();
  }
  return hashes;
}

async function buildAll(queue: Iterable<[name: string, stamp: string]>, options: BuildOptions) {
  const { rootFolder, report, signal } = options;
  for (const [name, sourceHash] of queue) {
    report(`Building ${name} …`);
    await run('npm', ['run', 'build', '--silent', '-w', name], { cwd: rootFolder, signal });
    writeFileSync(join(rootFolder, hashFolder, name), sourceHash);
  }
}

const hashFolder = '.cache/builds';

/** The hash of the sources of a workspace's bundle; undefined without one. */
function readBuiltHash(name: string, rootFolder: string): string | undefined {
  const hashFile = join(rootFolder, hashFolder, name);
  const isBuilt = existsSync(join(rootFolder, name, 'dist')) && existsSync(hashFile);
  return isBuilt ? readFileSync(hashFile, 'utf8') : undefined;
}

/** Excluded files. A build leaves `.swc`: if included, the next start would build everything again. */
const excluded = /^(\.swc|dist|node_modules|server|test)$|\.test\.tsx?$/;

/** A hash of the inputs of a workspace's bundle: its sources, those of our packages it uses, versions. */
function hashSources(workspace: string, rootFolder: string): string {
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

/**
 * Runs a command to its end.
 * @throws CommandError with its last output
 */
function run(
  command: string,
  args: string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, signal, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      if (error === null) return resolve();
      const output = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n');
      reject(new CommandError(`${[command, ...args].join(' ')} failed:\n${output || error.message}`));
    });
  });
}
