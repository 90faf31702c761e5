import { CommandError } from '@archaka/service-kit/command-line';
import * as z from 'zod';
import type { TimeRange } from '../../razorpay/provider-records.ts';

const DAY_MS = 86_400_000;

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

/** Bounds the payments in memory to those of one day. */
export function* splitIntoDays({ from: start, to: end }: TimeRange): Generator<TimeRange> {
  for (let at = start.getTime(); at <= end.getTime(); at += DAY_MS) {
    yield { from: new Date(at), to: new Date(Math.min(at + DAY_MS - 1, end.getTime())) };
  }
}
