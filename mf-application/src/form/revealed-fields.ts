import { type PublicExamination, type TwoNames, useWatch } from '@archaka/platform';
import type { FormValues } from './form-values.ts';

/** The fields that the choice of examination adds to the form (specification, section 4). */
export interface RevealedFields {
  /** The level whose certificate is required. */
  readonly certificateLevel: TwoNames | undefined;
  readonly compartmental: boolean;
  /** Hall ticket and marks memo of an earlier examination. */
  readonly earlierExamination: boolean;
}

const COMPARTMENTAL = '2';

export function findRevealedFields(
  { exam_type, exam_regular }: Pick<FormValues, 'exam_type' | 'exam_regular'>,
  { exam_types }: PublicExamination,
): RevealedFields {
  const chosen = exam_types.find(({ id }) => String(id) === exam_type);
  const level = exam_types.find(({ name }) => name === chosen?.previous_certificate);
  const compartmental = exam_regular === COMPARTMENTAL;
  return {
    certificateLevel: level && { te: level.name_te, en: level.name },
    compartmental,
    earlierExamination: compartmental || level !== undefined,
  };
}

export function useRevealedFields(examination: PublicExamination): RevealedFields {
  const [exam_type, exam_regular] = useWatch<FormValues, ['exam_type', 'exam_regular']>({
    name: ['exam_type', 'exam_regular'],
  });
  return findRevealedFields({ exam_type, exam_regular }, examination);
}
