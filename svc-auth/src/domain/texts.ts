import { dateText, type Examination, toIndianDay, toIndianInstant } from '@archaka/contracts';

/** Each is sent at most once for an application. */
export const textKinds = ['submitted', 'paid', 'ticket-ready', 'edits-close', 'examination-day'] as const;
export type TextKind = (typeof textKinds)[number];

/** Due by the examination's dates. */
export const datedTextKinds = ['edits-close', 'examination-day'] as const satisfies readonly TextKind[];
export type DatedTextKind = (typeof datedTextKinds)[number];

export type TextOutcome = 'sent' | 'unclear' | 'too-late' | 'not-needed' | 'opted-out' | 'no-template';

export type ExaminationDates = Pick<Examination, 'edit_until' | 'examination_date'>;

/** When a text is due, and from when on it would come too late. */
export interface TextPlan {
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

const LIFE_HOURS = 24;
const EDITS_NOTICE_DAYS = 3;
/** Wakes nobody, and comes before an examination begins. */
const MORNING = 9;

export const calculateExpiry = (at: Date): Date => new Date(at.getTime() + LIFE_HOURS * 3_600_000);

/** Undefined while the examination has no such date. */
export function planDatedText(kind: DatedTextKind, dates: ExaminationDates): TextPlan | undefined {
  const { edit_until, examination_date } = dates;
  if (kind === 'edits-close') {
    const expiresAt = new Date(edit_until);
    const lastDay = toIndianDay(expiresAt);
    return { dueAt: toIndianInstant(lastDay, { hour: MORNING, daysBefore: EDITS_NOTICE_DAYS }), expiresAt };
  }
  if (!examination_date) return undefined;
  return {
    dueAt: toIndianInstant(examination_date, { hour: MORNING, daysBefore: 1 }),
    expiresAt: toIndianInstant(examination_date, { hour: MORNING }),
  };
}

/** dd-MM-yyyy that the text names. `at`: when its event happened. */
export function toTextDate(
  kind: TextKind,
  at: Date,
  { edit_until, examination_date }: ExaminationDates,
): string {
  if (kind === 'edits-close') return dateText(edit_until);
  if (kind === 'examination-day') return dateText(examination_date ?? '');
  return dateText(at.toISOString());
}

/** What events have told about an application's payments, in any order. */
export interface KnownPayments {
  readonly captured: readonly string[];
  readonly returned: readonly string[];
}

const isPaid = ({ captured, returned }: KnownPayments): boolean =>
  captured.some((payment) => !returned.includes(payment));

/** A fee is not asked for once one was paid, and a refunded application is told nothing more. */
export function isTextNeeded(kind: TextKind, payments: KnownPayments): boolean {
  if (kind === 'submitted') return payments.captured.length === 0;
  return isPaid(payments) || payments.returned.length === 0;
}
