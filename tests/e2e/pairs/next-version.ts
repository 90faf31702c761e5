import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { changeSource } from '@archaka/test-kit';
import { changes, lent } from './changes.ts';

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const packages = ['contracts', 'compatibility', 'service-kit', 'web-kit', 'platform', 'slice-store'];
const slices = ['svc-application', 'mf-history', 'shell'];

/** The portal's next version, as its teams would write, release and build it. */
export interface NextVersion {
  /** Its checkout: svc-application and the shell run from there. */
  readonly checkout: string;
  /** A build of mf-history that uses what the contracts have added. */
  readonly history: string;
  /** One that uses what the platform has added besides. */
  readonly lentHistory: string;
  readonly remove: () => Promise<void>;
}

/** Copies what changes, changes it, releases the contracts with their own command, and builds what browsers load. */
export async function makeNextVersion(): Promise<NextVersion> {
  await mkdir(join(ROOT, '.cache'), { recursive: true });
  // Inside the checkout, where the libraries are found.
  const checkout = await mkdtemp(join(ROOT, '.cache/next-version-'));
  for (const folder of [...packages.map((name) => `packages/${name}`), ...slices]) {
    await copy(folder, join(checkout, folder));
  }
  await mkdir(join(checkout, 'node_modules/@archaka'), { recursive: true });
  for (const name of packages) {
    await symlink(join(checkout, 'packages', name), join(checkout, 'node_modules/@archaka', name));
  }
  await change(checkout, changes);
  await run(process.execPath, [
    join(checkout, 'packages/compatibility/src/commands/contracts.ts'),
    'release',
  ]);
  const [history, lentHistory] = [join(checkout, 'mf-history'), join(checkout, 'mf-history-lent')];
  await cp(history, lentHistory, { recursive: true });
  await change(lentHistory, lent);
  for (const folder of [history, lentHistory, join(checkout, 'shell')]) await build(folder);
  return {
    checkout,
    history: join(history, 'dist'),
    lentHistory: join(lentHistory, 'dist'),
    remove: () => rm(checkout, { recursive: true }),
  };
}

/** A folder's sources; the libraries that it alone has stay where they are. */
async function copy(folder: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(join(ROOT, folder))) {
    const from = join(ROOT, folder, entry);
    if (entry === 'node_modules') await symlink(from, join(to, entry));
    else if (entry !== 'dist') await cp(from, join(to, entry), { recursive: true });
  }
}

async function change(folder: string, wanted: typeof changes): Promise<void> {
  for (const { file, ...own } of wanted) await changeSource(join(folder, file), own);
}

const build = (folder: string) =>
  run(process.execPath, [join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
