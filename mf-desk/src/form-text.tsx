import { TextField, type Word } from '@archaka/platform';
import { msg } from '@lingui/core/macro';

export const readText = (form: HTMLFormElement, name: string): string =>
  String(new FormData(form).get(name) ?? '').trim();

/** As the calls accept a reason. */
const [MIN_REASON, MAX_REASON] = [5, 300];
/** Beside the reason of an action that the applicant is shown. */
export const readByApplicant: Word = msg`It is recorded, and the applicant can read it.`;
const tooShort: Word = msg`Write a reason of at least 5 letters`;

/** The typed reason, or what is wrong with it. */
export function readReason(
  form: HTMLFormElement,
  name: string,
): { readonly reason: string } | { readonly failure: Word } {
  const reason = readText(form, name);
  return reason.length < MIN_REASON ? { failure: tooShort } : { reason };
}

interface ReasonFieldProps {
  name: string;
  label: Word;
  hint: Word;
  error: Word | undefined;
}

/** Of a recorded action. */
export const ReasonField = (props: ReasonFieldProps) => (
  <TextField {...props} maxLength={MAX_REASON} autoComplete="off" />
);
