import { calculateAge } from '@archaka/contracts/calls';
import type { PublicExamination, TwoNames } from '@archaka/platform';
import type { SpecifiedFileName } from '../../form/form-values.ts';
import { findRevealedFields } from '../../form/revealed-fields.ts';

/** The answers that determine the needed papers and fields; choices as the values of their controls. */
export interface ReadinessChoices {
  readonly dob: string;
  readonly exam_type: string;
  readonly exam_regular: string;
}

export type PartsToWrite = 'everything' | 'oral' | 'what-is-left';

export interface Requirements {
  readonly files: readonly SpecifiedFileName[];
  readonly certificateLevel: TwoNames | undefined;
  /** The number of the earlier hall ticket. */
  readonly hallTicket: boolean;
  readonly writes: PartsToWrite;
  readonly age: number;
}

/**
 * Lists an applicant's requirements (specification, section 1: the notes on the form; section 4: its fields).
 * An age of exactly the threshold counts as under it.
 * @param today yyyy-mm-dd
 * @returns nothing until all is chosen, and for an invalid date of birth
 */
export function findRequirements(
  choices: ReadinessChoices,
  examination: PublicExamination,
  today: string,
): Requirements | undefined {
  const { dob, exam_type, exam_regular } = choices;
  if (!dob || !exam_type || !exam_regular || dob > examination.latest_dob) return undefined;
  const { certificateLevel, compartmental } = findRevealedFields(choices, examination);
  const age = calculateAge(dob, today);
  const all: readonly [SpecifiedFileName, boolean][] = [
    ['image', true],
    ['birthcertificate', true],
    ['perviouscertificate', certificateLevel !== undefined],
    ['markmemos', compartmental],
  ];
  return {
    files: all.filter(([, needed]) => needed).map(([field]) => field),
    certificateLevel,
    hallTicket: compartmental,
    writes: compartmental ? 'what-is-left' : age > examination.age_threshold ? 'everything' : 'oral',
    age,
  };
}
