import { ageOn } from '@archaka/contracts';
import type { PublicExamination, TwoNames } from '@archaka/platform';
import type { FileFieldName } from '../../form/form-values.ts';
import { revealed } from '../../form/revealed.ts';

/** What decides which papers an applicant needs and writes; choices as the values of their controls. */
export interface Plan {
  readonly dob: string;
  readonly exam_type: string;
  readonly exam_regular: string;
}

/** The parts of the examination that are to be written. */
export type Writes = 'everything' | 'oral' | 'what-is-left';

export interface Needs {
  readonly files: readonly FileFieldName[];
  /** The level whose certificate must be shown. */
  readonly certificateOf: TwoNames | undefined;
  /** The number of the earlier hall ticket. */
  readonly hallTicket: boolean;
  readonly writes: Writes;
  readonly age: number;
}

/**
 * What this applicant needs (specification, section 1: the notes on the form; section 4: what the form asks for).
 * Exactly the threshold counts as under it.
 * @param today yyyy-mm-dd
 * @returns nothing until all is chosen, and for a date of birth that is not taken
 */
export function needsOf(plan: Plan, examination: PublicExamination, today: string): Needs | undefined {
  const { dob, exam_type, exam_regular } = plan;
  if (!dob || !exam_type || !exam_regular || dob > examination.latest_dob) return undefined;
  const { certificateOf, compartmental } = revealed(plan, examination);
  const age = ageOn(dob, today);
  const all: readonly [FileFieldName, boolean][] = [
    ['image', true],
    ['birthcertificate', true],
    ['perviouscertificate', certificateOf !== undefined],
    ['markmemos', compartmental],
  ];
  return {
    files: all.filter(([, needed]) => needed).map(([field]) => field),
    certificateOf,
    hallTicket: compartmental,
    writes: compartmental ? 'what-is-left' : age > examination.age_threshold ? 'everything' : 'oral',
    age,
  };
}
