import type { Examination } from './examination.ts';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type RawBody = Readonly<Record<string, unknown>>;

/** What checks use of an examination: browsers have no texts of messages, and of its scrutiny the reasons only. */
export type CheckedExamination = Omit<Examination, 'scrutiny' | 'texts'>;

export interface Check {
  readonly field: string;
  readonly message: string;
  /** Follows the message, which then ends in a colon. */
  readonly detail?: (body: RawBody) => string;
  readonly fails: (body: RawBody, examination: CheckedExamination) => boolean;
}

/** Returns the first failure of each field, since its later checks presuppose the earlier ones. */
export function runChecks(
  checks: readonly Check[],
  body: RawBody,
  examination: CheckedExamination,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const { field, message, detail, fails } of checks) {
    if (errors.some((error) => error.field === field)) continue;
    if (fails(body, examination))
      errors.push({ field, message: detail ? `${message} ${detail(body)}` : message });
  }
  return errors;
}
