import { type PublicExamination, useWatch } from '@archaka/platform';
import type { FormValues } from './form-values.ts';
import { type Revealed, revealed } from './revealed.ts';

/** Which fields the examination as it is chosen now brings into the form. */
export function useRevealed(examination: PublicExamination): Revealed {
  const [exam_type, exam_regular] = useWatch<FormValues, ['exam_type', 'exam_regular']>({
    name: ['exam_type', 'exam_regular'],
  });
  return revealed({ exam_type, exam_regular }, examination);
}
