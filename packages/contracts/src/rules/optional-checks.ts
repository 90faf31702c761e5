import type { Check } from '../check.ts';
import { accommodationChecks } from './accommodation.ts';
import { identityPaperChecks } from './identity-paper.ts';

/** Checks of the optional parts beside the specified form; they run after the 18 ordered checks. */
export const optionalChecks: readonly Check[] = [...identityPaperChecks, ...accommodationChecks];
