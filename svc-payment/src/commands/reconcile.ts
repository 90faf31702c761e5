/**
 * Usage: `npm run reconcile -- --from 2026-11-01 --to 2026-11-21 [--csv differences.csv]`. Reads only.
 * `--csv -` prints the table in place of the text. Exit code 0: no difference, 1: at least one, 2: failure.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CommandError, runCommand } from '@archaka/service-kit';
import { toAccount, variables } from '../config.ts';
import { createCsvReport } from '../features/reconcile-ledger/csv-report.ts';
import { parsePeriod } from '../features/reconcile-ledger/parse-period.ts';
import {
  createReconcileLedger,
  type ReconciliationResult,
} from '../features/reconcile-ledger/reconcile-ledger.ts';
import { createTextReport } from '../features/reconcile-ledger/text-report.ts';
import { createAttemptRepository } from '../persistence/attempt-repository.ts';
import { createOrderRepository } from '../persistence/order-repository.ts';
import { createProvider } from '../razorpay/provider.ts';
import { createProviderRecords } from '../razorpay/provider-records.ts';

const USAGE =
  'Usage: npm run reconcile -- --from <day or instant> --to <day or instant> [--csv <file, or - for stdout>].';
const STDOUT = '-';

function parseOptions(args: string[]) {
  const now = new Date();
  const { csv, ...period } = parseArguments(args);
  return { csv, now, range: parsePeriod(period, now) };
}

function parseArguments(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { from: text, to: text, csv: text } }).values;
  } catch {
    throw new CommandError(USAGE);
  }
}

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
  name: 'reconcile',
  service: 'payment',
  config: variables.pick({
    MONGO_URL: true,
    RAZORPAY_KEY_ID: true,
    RAZORPAY_KEY_SECRET: true,
    RAZORPAY_URL: true,
    RECONCILE_FIRST_MS: true,
  }),
  parseOptions,
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
