import { CommandError, type CommandLine } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import type { TimeRange } from '../../razorpay/provider.ts';

export interface ReconcileOptions {
  readonly now: Date;
  readonly range: TimeRange;
  /** A file, or `-` for stdout in place of the text. */
  readonly csv: string | undefined;
}

const toIndianInstant = (time: string) => (day: string) => new Date(`${day}T${time}+05:30`);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const from = z.union([z.iso.date().transform(toIndianInstant('00:00:00')), instant]);
const to = z.union([z.iso.date().transform(toIndianInstant('23:59:59.999')), instant]);

function parseInstant(schema: typeof from, name: string, text: string): Date {
  const { data } = schema.safeParse(text);
  if (data) return data;
  throw new CommandError(
    `--${name} must be a day such as 2026-11-01 (in India) or an instant such as 2026-11-01T00:00:00Z.`,
  );
}

/** Days are Indian and inclusive; the end is at most `now`. @throws CommandError */
export function parsePeriod(args: { from: string; to: string }, now: Date): TimeRange {
  const start = parseInstant(from, 'from', args.from);
  const end = parseInstant(to, 'to', args.to);
  if (start > end) throw new CommandError('--from must not be after --to.');
  if (start >= now) throw new CommandError('--from must not be in the future.');
  return { from: start, to: end < now ? end : now };
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
