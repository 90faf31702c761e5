import type { CommandLine } from '@archaka/service-kit/command-line';
import { parsePeriod } from '../../features/reconcile-ledger/parse-period.ts';
import type { TimeRange } from '../../razorpay/provider-records.ts';

export interface ReconcileOptions {
  readonly now: Date;
  readonly range: TimeRange;
  /** A file, or `-` for stdout in place of the text. */
  readonly csv: string | undefined;
}

export const commandLine: CommandLine<ReconcileOptions> = {
  name: 'reconcile',
  description:
    'Compares the payments at Razorpay with the ledger; changes nothing. Exit code 1: at least one difference, or the command failed.',
  examples: ['--from 2026-11-01 --to 2026-11-21', '--from 2026-11-01 --to 2026-11-21 --csv differences.csv'],
  define: (program, choose) => {
    program
      .requiredOption('--from <time>', 'a day in India, or an instant such as 2026-11-01T00:00:00Z')
      .requiredOption('--to <time>', 'a day in India, inclusive, or an instant')
      .option('--csv <file>', 'writes the differences as a table; - prints it in place of the text')
      .action(({ csv, ...period }) => {
        const now = new Date();
        choose({ csv, now, range: parsePeriod(period, now) });
      });
  },
};
