import { type Check, type FieldError, type RawBody, runChecks } from '@archaka/contracts';
import type { PublicExamination } from '../examination/examination-slice.ts';

/** @param examination of what only checks of an application ask */
export const findFieldErrors = (
  checks: readonly Check[],
  body: RawBody,
  examination?: PublicExamination,
): FieldError[] => runChecks(checks, body, examination as PublicExamination);
