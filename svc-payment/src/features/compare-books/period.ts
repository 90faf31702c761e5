import { CannotRun } from '@archaka/service-kit';
import * as z from 'zod';
import type { Span } from '../../razorpay/records.ts';

const DAY_MS = 86_400_000;

const indianTime = (time: string) => (day: string) => new Date(`${day}T${time}+05:30`);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const from = z.union([z.iso.date().transform(indianTime('00:00:00')), instant]);
const to = z.union([z.iso.date().transform(indianTime('23:59:59.999')), instant]);

/** The instant an argument names; a day alone is one in India. */
function read(schema: typeof from, name: string, text: string | undefined): Date {
  const { data } = schema.safeParse(text);
  if (data) return data;
  throw new CannotRun(
    `--${name} must be a day such as 2026-11-01 (in India) or an instant such as 2026-11-01T00:00:00Z.`,
  );
}

/**
 * The time that two arguments name, days inclusive, as far as it is over.
 * @throws CannotRun when an argument is missing, no time, or the end comes before the beginning
 */
export function periodOf(args: { from?: string | undefined; to?: string | undefined }, now: Date): Span {
  const begins = read(from, 'from', args.from);
  const ends = read(to, 'to', args.to);
  if (begins > ends) throw new CannotRun('--from comes after --to.');
  if (begins >= now) throw new CannotRun('--from lies in the future.');
  return { from: begins, to: ends < now ? ends : now };
}

/** The same time in pieces of a day, so that no more than a day is held in memory. */
export function* daysOf({ from: begins, to: ends }: Span): Generator<Span> {
  for (let at = begins.getTime(); at <= ends.getTime(); at += DAY_MS) {
    yield { from: new Date(at), to: new Date(Math.min(at + DAY_MS - 1, ends.getTime())) };
  }
}
