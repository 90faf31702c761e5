import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, type Portal } from '@archaka/test-kit';
import { startPortalCommand } from '../portal-command.ts';
import type { Samples } from './samples.ts';

/** Differences are no failure: Razorpay's simulator does not have the copies. */
const MAX_CODE = 1;
const BACKUP_MS = 120_000;

export interface Day {
  readonly from: Date;
  readonly to: Date;
}

interface CommandOptions {
  readonly portal: Portal;
  readonly samples: Samples;
  readonly folder: string;
}

async function run(
  name: string,
  args: readonly string[],
  { portal, samples }: CommandOptions,
): Promise<void> {
  const title = ['npm run', name, ...args.filter((arg) => arg === '--dry-run')].join(' ');
  const code = await samples.measure(title, () => startPortalCommand(portal, name, args, 'ignore').ended);
  if (code === null || code > MAX_CODE) throw new Error(`npm run ${name} ended with ${code}`);
}

const hasBytes = async (folder: string): Promise<boolean> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).some((size) => size > 0);
};

/** Commands of operators, once each, with their start. */
export async function measureCommands(
  portal: Portal,
  samples: Samples,
  { centre, day: { from, to } }: { readonly centre: string; readonly day: Day },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'growth-'));
  const options = { portal, samples, folder };
  try {
    await run('retention', ['--dry-run'], options);
    await run('retention', [], options);
    await run('reconcile', ['--from', from.toISOString(), '--to', to.toISOString()], options);
    await run('hall-pack', ['--centre', centre, '--out', join(folder, 'pack')], options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Until its first written bytes; the total time grows with the data. */
export async function measureBackupStart(portal: Portal, { measure }: Samples): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'growth-'));
  const target = join(folder, 'backup');
  const backup = startPortalCommand(portal, 'backup', [target], 'ignore');
  try {
    await measure('start of a backup', () =>
      eventually(() => hasBytes(target), { timeoutMs: BACKUP_MS, intervalMs: 20 }),
    );
  } finally {
    backup.kill();
    await backup.ended;
    await rm(folder, { recursive: true, force: true });
  }
}
