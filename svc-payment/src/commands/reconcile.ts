/**
 * Compares our books with Razorpay's payments of a time and prints every difference; changes nothing.
 *
 *     npm run reconcile -- --from 2026-11-01 --to 2026-11-21 [--csv differences.csv]
 *
 * Exit code 0: no difference, 1: at least one, 2: it could not be done. `--csv -` prints the table in place of
 * the text. No names, numbers or other data of applicants.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CannotRun, runCommand } from '@archaka/service-kit';
import { accountOf, variables } from '../config.ts';
import { type Comparison, compareBooks } from '../features/compare-books/compare-books.ts';
import { periodOf } from '../features/compare-books/period.ts';
import { reportCsv } from '../features/compare-books/report-csv.ts';
import { reportText } from '../features/compare-books/report-text.ts';
import { razorpay } from '../razorpay/provider.ts';
import { razorpayRecords } from '../razorpay/records.ts';
import { attemptStore } from '../store/attempts.ts';
import { orderStore } from '../store/orders.ts';

const USAGE = 'Say: --from <day or instant> --to <day or instant> [--csv <file, or - for stdout>].';
const STDOUT = '-';

function read(args: string[]) {
  const now = new Date();
  const { csv, ...period } = valuesOf(args);
  return { csv, now, span: periodOf(period, now) };
}

function valuesOf(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { from: text, to: text, csv: text } }).values;
  } catch {
    throw new CannotRun(USAGE);
  }
}

async function print(comparison: Comparison, csv: string | undefined): Promise<void> {
  if (csv !== STDOUT) process.stdout.write(reportText(comparison));
  if (csv === STDOUT) process.stdout.write(reportCsv(comparison));
  else if (csv !== undefined) await save(csv, reportCsv(comparison));
}

const save = (file: string, table: string): Promise<void> =>
  writeFile(file, table).catch((error: Error) => {
    throw new CannotRun(`The table could not be written: ${error.message}.`);
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
  read,
  run: async ({ db, config, asked: { csv, now, span } }) => {
    const comparison = await compareBooks({
      records: razorpayRecords(accountOf(config)),
      provider: razorpay(accountOf(config)),
      orders: orderStore(db, config.RECONCILE_FIRST_MS),
      attempts: attemptStore(db),
    })(span, now);
    await print(comparison, csv);
    return comparison.findings.some(({ open }) => !open) ? 1 : 0;
  },
});
