import { type Check, type FieldError, type RawBody, runChecks } from '@archaka/contracts/calls';
import type { PublicExamination } from '../examination/examination-slice.ts';

/** @param examination for the checks of an application */
export const findFieldErrors = (
  checks: readonly Check[],
  body: RawBody,
  examination?: PublicExamination,
): FieldError[] => runChecks(checks, body, examination as PublicExamination);
