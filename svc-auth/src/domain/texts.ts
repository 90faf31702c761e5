import { dateText, type Examination, type HallSeat, toIndianDay, toIndianInstant } from '@archaka/contracts';

/** Each is sent at most once for a version of an application, or for a revision of its result. */
export const versionTextKinds = ['correction-required', 'rejected', 'result-published'] as const;
export type VersionTextKind = (typeof versionTextKinds)[number];

/** Each but those of versions is sent at most once for an application. */
export const applicationTextKinds = [
  'submitted',
  'paid',
  'ticket-ready',
  'edits-close',
  'examination-day',
  ...versionTextKinds,
] as const;
export type ApplicationTextKind = (typeof applicationTextKinds)[number];

/** The last one goes to the former number of an account. */
export const textKinds = [...applicationTextKinds, 'number-changed'] as const;
export type TextKind = (typeof textKinds)[number];

/** Due by the examination's dates. */
export const datedTextKinds = ['edits-close', 'examination-day'] as const satisfies readonly TextKind[];
export type DatedTextKind = (typeof datedTextKinds)[number];

export type TextOutcome = 'sent' | 'unclear' | 'too-late' | 'not-needed' | 'opted-out' | 'no-template';

export type ExaminationDates = Pick<Examination, 'edit_until' | 'examination_date' | 'reporting_time'>;

export interface TextPlan {
  readonly dueAt: Date;
  readonly expiresAt: Date;
}

const LIFE_HOURS = 24;
const EDITS_NOTICE_DAYS = 3;
/** Hour of the day: late enough to disturb no one, and before an examination begins. */
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

/** When an event happened and, of a correction, its last day in India. */
interface TextTimes {
  readonly at: Date;
  readonly last_day?: string | undefined;
}

/** dd-MM-yyyy that the text names. */
export function toTextDate(
  kind: TextKind,
  { at, last_day }: TextTimes,
  { edit_until, examination_date }: ExaminationDates,
): string {
  if (kind === 'correction-required' && last_day !== undefined) return dateText(last_day);
  if (kind === 'edits-close') return dateText(edit_until);
  if (kind === 'examination-day') return dateText(examination_date ?? '');
  return dateText(at.toISOString());
}

/** The kinds that state time and place, once all of it is known. */
const hallTextKinds = ['ticket-ready', 'examination-day'] as const satisfies readonly TextKind[];

/** Values for the operators' templates: none is empty or longer than 30 characters. */
export interface HallFacts {
  /** dd-MM-yyyy */
  readonly day: string;
  /** hh:mm */
  readonly time: string;
  /** English and Telugu name. */
  readonly centre: string;
  readonly centre_te: string;
}

export type CentreNames = Pick<HallSeat['centre'], 'name' | 'name_te'>;

const MAX_VARIABLE = 30;
const letters = new Intl.Segmenter('te', { granularity: 'grapheme' });

/** Cuts between grapheme clusters, which include vowel signs. */
function shorten(text: string): string {
  let short = '';
  for (const { segment } of letters.segment(text)) {
    if (short.length + segment.length > MAX_VARIABLE) break;
    short += segment;
  }
  return short.trimEnd();
}

/** Undefined for other kinds, and while date, time or centre is not known. */
export function findHallFacts(
  kind: TextKind,
  centre: CentreNames | undefined,
  { examination_date, reporting_time }: ExaminationDates,
): HallFacts | undefined {
  const isHallText = hallTextKinds.some((hallKind) => hallKind === kind);
  if (!isHallText || !centre || !examination_date || !reporting_time) return undefined;
  return {
    day: dateText(examination_date),
    time: reporting_time,
    centre: shorten(centre.name),
    centre_te: shorten(centre.name_te),
  };
}

/** The payments of an application, as events reported them in any order. */
export interface KnownPayments {
  readonly captured: readonly string[];
  readonly returned: readonly string[];
}

const isPaid = ({ captured, returned }: KnownPayments): boolean =>
  captured.some((payment) => !returned.includes(payment));

/** A paid application gets no reminder of the fee, and a refunded one no further text. */
export function isTextNeeded(kind: TextKind, payments: KnownPayments): boolean {
  if (kind === 'submitted') return payments.captured.length === 0;
  return isPaid(payments) || payments.returned.length === 0;
}
