import type { Examination } from './examination.ts';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type RawBody = Readonly<Record<string, unknown>>;

/** One ordered rule of the specification: which field, its words, and when it fails. */
export interface Check {
  readonly field: string;
  readonly message: string;
  readonly fails: (body: RawBody, examination: Examination) => boolean;
}

/**
 * Runs the checks in their order.
 * At most one failure a field: the first, since the later ones of a field presuppose it.
 */
export function runChecks(checks: readonly Check[], body: RawBody, examination: Examination): FieldError[] {
  const errors: FieldError[] = [];
  for (const { field, message, fails } of checks) {
    if (errors.some((error) => error.field === field)) continue;
    if (fails(body, examination)) errors.push({ field, message });
  }
  return errors;
}
