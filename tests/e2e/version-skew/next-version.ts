import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changeSource } from '@archaka/test-kit';
import { nextVersionChanges } from './changes.ts';

const runFile = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const packages = [
  'command-line',
  'contracts',
  'compatibility',
  'operators',
  'service-kit',
  'web-kit',
  'platform',
  'slice-store',
];
const slices = ['svc-application', 'mf-history', 'shell'];

/** The portal's next version, changed, released and built as its teams would. */
export interface NextVersion {
  /** Its working copy, from which svc-application and the shell run. */
  readonly workingCopy: string;
  /** A build of mf-history that uses the additions to the contracts. */
  readonly history: string;
  readonly remove: () => Promise<void>;
}

/** Copies and changes the sources, releases the contracts with their command, and builds the front ends. */
export async function createNextVersion(): Promise<NextVersion> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  // Inside the repository, so that Node finds the libraries.
  const workingCopy = await mkdtemp(join(ROOT, '.cache/next-version-'));
  for (const folder of [...packages.map((name) => `packages/${name}`), ...slices]) {
    await copyFolder(folder, join(workingCopy, folder));
  }
  await mkdir(join(workingCopy, 'node_modules/@archaka'), { recursive: true });
  for (const name of packages) {
    await symlink(join(workingCopy, 'packages', name), join(workingCopy, 'node_modules/@archaka', name));
  }
  await applyChanges(workingCopy, nextVersionChanges);
  await runFile(process.execPath, [
    join(workingCopy, 'packages/compatibility/src/commands/contracts.ts'),
    'release',
  ]);
  for (const slice of ['mf-history', 'shell']) await build(join(workingCopy, slice));
  return {
    workingCopy,
    history: join(workingCopy, 'mf-history/dist'),
    remove: () => rm(workingCopy, { recursive: true }),
  };
}

/** Copies a folder's sources; links its node_modules. */
async function copyFolder(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(join(ROOT, folder))) {
    const from = join(ROOT, folder, entry);
    if (entry === 'node_modules') await symlink(from, join(target, entry));
    else if (entry !== 'dist') await cp(from, join(target, entry), { recursive: true });
  }
}

async function applyChanges(folder: string, wantedChanges: typeof nextVersionChanges): Promise<void> {
  for (const { file, ...replacement } of wantedChanges) await changeSource(join(folder, file), replacement);
}

const build = (folder: string) =>
  runFile(process.execPath, [join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
