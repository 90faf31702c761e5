import type { Check } from '../check.ts';
import { accommodationChecks } from './accommodation.ts';
import { identityPaperChecks } from './identity-paper.ts';

/** Of what forms may have beside the specified one; they run after the 18 ordered checks. */
export const optionalChecks: readonly Check[] = [...identityPaperChecks, ...accommodationChecks];
