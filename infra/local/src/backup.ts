import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CommandLine, exitCodes } from '@archaka/service-kit/command-line';
import type { OperatorOptions } from '@archaka/service-kit/operators';
import { recordCommand, withClient } from './backup/databases.ts';
import { createBackup } from './backup/dump.ts';
import { formatBackupSummary } from './backup/format-summary.ts';
import { pruneBackups } from './backup/prune-backups.ts';
import { formatVerification, verifyBackup } from './backup/verify-backup.ts';
import { runOperatorCommand } from './operator-command.ts';
import { createIdentify, type Identify } from './operators/identify-operator.ts';
import { findActiveRun } from './run-file.ts';
import { readRetentionDays, type Settings } from './settings.ts';

type Options = { readonly folder: string } & (
  | { readonly action: 'create'; readonly withKeys: boolean }
  | { readonly action: 'verify' }
  | { readonly action: 'prune'; readonly isDryRun: boolean }
);

const commandLine: CommandLine<Options> = {
  name: 'backup',
  description:
    'Writes the data of all services, at one instant, to a new folder; the portal may run meanwhile. Exit code 1: the restored data differs from the backup, or the command failed.',
  examples: ['/backups/2026-11-20', 'verify /backups/2026-11-20', 'prune /backups --dry-run'],
  define: (program, choose) => {
    program
      .command('create', { isDefault: true })
      .description('the default: writes a backup')
      .argument('<folder>', 'new folder')
      .option('--with-keys', 'includes the keys that open the data', false)
      .action((folder, { withKeys }) => choose({ action: 'create', folder, withKeys }));
    program
      .command('verify')
      .description('restores a backup into a separate store and compares')
      .argument('<folder>', 'folder of the backup')
      .action((folder) => choose({ action: 'verify', folder }));
    program
      .command('prune')
      .description('deletes backups that are older than the rules of retention')
      .argument('<folder>', 'folder of backups')
      .option('--dry-run', 'only lists them', false)
      .action((folder, { dryRun: isDryRun }) => choose({ action: 'prune', folder, isDryRun }));
  },
};

interface Context {
  readonly folder: string;
  readonly settings: Settings;
  readonly given: OperatorOptions;
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
  const days = readRetentionDays('backup', settings.env);
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

await runOperatorCommand(commandLine, ({ given, options, settings }) => {
  const context = { folder: resolve(options.folder), settings, given };
  if (options.action === 'verify') return verify(context);
  if (options.action === 'prune') return prune(context, options.isDryRun);
  return create(context, options.withKeys);
});
