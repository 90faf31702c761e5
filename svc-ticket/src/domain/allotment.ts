import { createHash } from 'node:crypto';
import type { Examination, ExaminationCentre, HallSeat } from '@archaka/contracts';

/** A seat of an examination centre, assigned once and for good. */
export interface Allotment {
  readonly application_id: string;
  readonly year: string;
  /** English name of the centre district at the time. */
  readonly district: string;
  /** Code of the centre. */
  readonly centre: string;
  /** From 1. */
  readonly seat: number;
  readonly roll_number: string;
  /** Hash of the notice on the ticket, or on the one in progress; see `hashNotice`. */
  readonly notice: string;
}

/** Year, centre and seat: `24-101-0042`. */
export const toRollNumber = (year: string, centre: string, seat: number): string =>
  [year.slice(2), centre, String(seat).padStart(4, '0')].join('-');

export const findCentreOf = (
  { centre }: Pick<Allotment, 'centre'>,
  { centres = [] }: Pick<Examination, 'centres'>,
): ExaminationCentre | undefined => centres.find(({ code }) => code === centre);

/** Changes when a ticket's date, time or place is outdated. */
export function hashNotice(
  { name, name_te, address, address_te }: ExaminationCentre,
  { examination_date, reporting_time }: Pick<Examination, 'examination_date' | 'reporting_time'>,
): string {
  const facts = [examination_date, reporting_time, name, name_te, address, address_te];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}

/** Undefined when the examination file lacks the centre. */
export function findNotice(allotment: Allotment, examination: Examination): string | undefined {
  const centre = findCentreOf(allotment, examination);
  return centre && hashNotice(centre, examination);
}

/** Undefined when the examination file lacks the centre. */
export function toHallSeat(
  allotment: Allotment,
  examination: Pick<Examination, 'centres'>,
): HallSeat | undefined {
  const centre = findCentreOf(allotment, examination);
  if (!centre) return undefined;
  const { name, name_te, address, address_te } = centre;
  return { roll_number: allotment.roll_number, centre: { name, name_te, address, address_te } };
}
