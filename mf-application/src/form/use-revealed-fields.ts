import { type PublicExamination, useWatch } from '@archaka/platform';
import type { FormValues } from './form-values.ts';
import { findRevealedFields, type RevealedFields } from './revealed-fields.ts';

export function useRevealedFields(examination: PublicExamination): RevealedFields {
  const [exam_type, exam_regular] = useWatch<FormValues, ['exam_type', 'exam_regular']>({
    name: ['exam_type', 'exam_regular'],
  });
  return findRevealedFields({ exam_type, exam_regular }, examination);
}
