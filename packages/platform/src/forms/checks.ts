import {
  type Check,
  type FieldError,
  type PublicExamination,
  type RawBody,
  runChecks,
} from '@archaka/contracts/calls';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** @param examination for the checks of an application */
export const findFieldErrors = (
  checks: readonly Check[],
  body: RawBody,
  examination?: PublicExamination,
): FieldError[] => runChecks(checks, body, examination as PublicExamination);

interface ChecksOptions<Values> {
  examination?: PublicExamination | undefined;
  bodyOf?: (values: Values) => Readonly<Record<string, unknown>>;
}

export function checksResolver<Values extends FieldValues>(
  checks: readonly Check[],
  { examination, bodyOf = (values) => values }: ChecksOptions<Values> = {},
): Resolver<Values> {
  return (values) => {
    const fieldErrors = findFieldErrors(checks, bodyOf(values), examination);
    if (fieldErrors.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(
      fieldErrors.map(({ field, message }) => [field, { type: 'check', message }]),
    );
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** In the order of the specification. */
export function errorList<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  checks: readonly Check[],
): FieldError[] {
  const fields = [...new Set([...checks.map(({ field }) => field), ...Object.keys(errors)])];
  return fields.flatMap((field) => {
    const message = (errors as Record<string, { message?: unknown } | undefined>)[field]?.message;
    return typeof message === 'string' ? [{ field, message }] : [];
  });
}
