import { createCheckedCode } from './application-id.ts';
import { toIndianDay } from './dates.ts';

/** Letters of an appeal. */
export const MIN_APPEAL = 20;
export const MAX_APPEAL = 1000;

/** Letters of a grievance, of an answer and of what was agreed. */
export const MAX_GRIEVANCE = 1000;

/** `GR26-` by the year in India, and eight characters of seven random bytes, the last a check. */
export const createGrievanceNumber = (randomBytes: Uint8Array, now: Date): string =>
  `GR${toIndianDay(now).slice(2, 4)}-${createCheckedCode(randomBytes)}`;
