import { writeFile } from 'node:fs/promises';
import { CommandError, runCommand } from '@archaka/service-kit';
import { config, toAccount } from '../config.ts';
import { reconcileLedger } from '../features/reconcile-ledger/reconcile-ledger.ts';
import { createCsvReport, createTextReport } from '../features/reconcile-ledger/reports.ts';
import { createRepositories } from '../persistence/ledger-repository.ts';
import { createProvider, createProviderRecords } from '../razorpay/provider.ts';
import { commandLine } from './command-lines/reconcile.ts';

const STDOUT = '-';

const saveCsv = (file: string, csvText: string): Promise<void> =>
  writeFile(file, csvText).catch((error: Error) => {
    throw new CommandError(`Writing the table failed: ${error.message}.`);
  });

await runCommand({
  commandLine,
  service: 'payment',
  config: config.pick({
    MONGO_URL: true,
    RAZORPAY_KEY_ID: true,
    RAZORPAY_KEY_SECRET: true,
    RAZORPAY_URL: true,
  }),
  permission: () => 'reconcile',
  audit: { action: 'command.reconcile' },
  run: async ({ db, config, options: { csv, now, range } }) => {
    const parts = {
      records: createProviderRecords(toAccount(config)),
      provider: createProvider(toAccount(config)),
      ...createRepositories(db),
    };
    const result = await reconcileLedger(parts, range, now);
    if (csv !== STDOUT) process.stdout.write(createTextReport(result));
    if (csv === STDOUT) process.stdout.write(createCsvReport(result));
    else if (csv !== undefined) await saveCsv(csv, createCsvReport(result));
    return result.discrepancies.some(({ open }) => !open) ? 1 : 0;
  },
});
