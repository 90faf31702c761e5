/**
 * Writes the data of all services, at one instant, to a new folder; the portal may run meanwhile.
 *
 *     npm run backup -- <new folder> [--with-keys]
 *     npm run backup -- verify <folder>                      restores it into a separate store and compares
 *     npm run backup -- prune <folder of backups> [--dry-run]
 *
 * Exit code 0: done; 1: the restored data differs from the backup; 2: failure.
 */
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodes } from '@archaka/command-line';
import { CommandError, type OperatorOptions, splitOperatorArguments } from '@archaka/operators';
import { createBackup } from './backup/create-backup.ts';
import { formatBackupSummary } from './backup/format-summary.ts';
import { pruneBackups, readBackupDays } from './backup/prune-backups.ts';
import { recordCommand } from './backup/record-command.ts';
import { formatVerification, verifyBackup } from './backup/verify-backup.ts';
import { withClient } from './backup/with-client.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify, type Identify } from './operators/identify-operator.ts';
import { findActiveRun } from './run-file.ts';
import { root, type Settings } from './settings.ts';

const USAGE =
  'Usage: npm run backup -- <new folder> [--with-keys], or verify <folder>, or prune <folder of backups> [--dry-run].';

interface Context {
  readonly folder: string;
  readonly settings: Settings;
  readonly given: OperatorOptions;
}

function parseArguments(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'with-keys': flag, 'dry-run': flag } });
  } catch {
    throw new CommandError(USAGE);
  }
}

const createIdentifyForBackup = ({ given, settings }: Context): Identify =>
  createIdentify('backup', { given, settings });

/** Ctrl-C leaves nothing that looks like a backup; a folder of an earlier one is complete and stays. */
function removeAtSignal(folder: string): void {
  const isOwn = !existsSync(join(folder, 'backup.json'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      if (isOwn && existsSync(join(folder, 'lock'))) rmSync(folder, { recursive: true, force: true });
      process.exit(exitCodes.interrupted);
    });
}

async function create(context: Context, withKeys: boolean): Promise<number> {
  const { folder, settings } = context;
  const startTime = performance.now();
  removeAtSignal(folder);
  const backup = await createBackup(settings, {
    folder,
    withKeys,
    identify: createIdentifyForBackup(context),
  });
  const seconds = (performance.now() - startTime) / 1000;
  console.log(formatBackupSummary(backup, { folder, withKeys, seconds }));
  return 0;
}

const findMongoUrl = ({ env, dataDir }: Settings): string | undefined =>
  env.MONGO_URL || findActiveRun(dataDir)?.mongoUrl;

/** Records in the log of the running portal; without one there is no operator and no record. */
async function identifyAndRecord(context: Context, what: 'verify' | 'prune'): Promise<void> {
  const mongoUrl = findMongoUrl(context.settings);
  if (!mongoUrl) return;
  const operator = await createIdentifyForBackup(context)(mongoUrl);
  await withClient(mongoUrl, (client) =>
    recordCommand(client, mongoUrl, { action: 'command.backup', operator, detail: { what } }),
  );
}

async function verify(context: Context): Promise<number> {
  const { settings, folder } = context;
  await identifyAndRecord(context, 'verify');
  const verification = await verifyBackup(settings, {
    folder,
    afterRestore: async (mongoUrl) => {
      // Without a running portal, the operators in the backup decide who may see its data.
      if (!findMongoUrl(settings)) await createIdentifyForBackup(context)(mongoUrl);
    },
  });
  console.log(formatVerification(verification));
  return verification.collections.every(({ isEqual }) => isEqual) ? 0 : 1;
}

async function prune(context: Context, isDryRun: boolean): Promise<number> {
  const { settings, folder } = context;
  const days = await readBackupDays(settings.env.RETENTION_FILE || join(root, 'exams/retention.json'));
  if (!isDryRun) await identifyAndRecord(context, 'prune');
  const { deleted, left } = await pruneBackups(folder, { days, now: new Date(), isDryRun });
  for (const { name, at } of deleted)
    console.log(
      `${join(folder, name)}, of ${at.toISOString()}: ${isDryRun ? 'would be deleted' : 'deleted'}.`,
    );
  console.log(
    `${deleted.length} ${deleted.length === 1 ? 'backup is' : 'backups are'} older than ${days} days, ${left} left.`,
  );
  return 0;
}

await runOperatorCommand('backup', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const { positionals, values } = parseArguments(args);
  const { 'with-keys': withKeys, 'dry-run': isDryRun } = values;
  const [first = '', second] = positionals;
  const toContext = (folder: string): Context => ({ folder: resolve(folder), settings, given });
  if (positionals.length === 1 && !isDryRun) return create(toContext(first), withKeys);
  if (second !== undefined && positionals.length === 2 && !withKeys) {
    if (first === 'verify' && !isDryRun) return verify(toContext(second));
    if (first === 'prune') return prune(toContext(second), isDryRun);
  }
  throw new CommandError(USAGE);
});
