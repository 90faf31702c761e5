import { writeFile } from 'node:fs/promises';
import { CommandError, runCommand } from '@archaka/service-kit';
import { config, toAccount } from '../config.ts';
import { createCsvReport } from '../features/reconcile-ledger/csv-report.ts';
import {
  createReconcileLedger,
  type ReconciliationResult,
} from '../features/reconcile-ledger/reconcile-ledger.ts';
import { createTextReport } from '../features/reconcile-ledger/text-report.ts';
import { createAttemptRepository } from '../persistence/attempt-repository.ts';
import { createOrderRepository } from '../persistence/order-repository.ts';
import { createProvider } from '../razorpay/provider.ts';
import { createProviderRecords } from '../razorpay/provider-records.ts';
import { commandLine } from './command-lines/reconcile.ts';

const STDOUT = '-';

async function printResult(result: ReconciliationResult, csv: string | undefined): Promise<void> {
  if (csv !== STDOUT) process.stdout.write(createTextReport(result));
  if (csv === STDOUT) process.stdout.write(createCsvReport(result));
  else if (csv !== undefined) await saveCsv(csv, createCsvReport(result));
}

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
    RECONCILE_FIRST_MS: true,
  }),
  permission: () => 'reconcile',
  audit: { action: 'command.reconcile' },
  run: async ({ db, config, options: { csv, now, range } }) => {
    const result = await createReconcileLedger({
      records: createProviderRecords(toAccount(config)),
      provider: createProvider(toAccount(config)),
      orders: createOrderRepository(db, config.RECONCILE_FIRST_MS),
      attempts: createAttemptRepository(db),
    })(range, now);
    await printResult(result, csv);
    return result.discrepancies.some(({ open }) => !open) ? 1 : 0;
  },
});
