import {
  type ApplicationRecord,
  CORRECTION_MESSAGE,
  type Examination,
  type FieldError,
  findOpenFields,
  isCorrectionOpen,
  UNCORRECTED_MESSAGE,
} from '@archaka/contracts';
import type { Appeal, Application, Decision, MaskedContent } from './application.ts';
import { toPaymentStatus } from './application-state.ts';
import { listChangedFields } from './history.ts';

export const toRecordedDecision = (
  { id: decisionId, version, verdict, reasons, lastDay, at }: Decision,
  appeal?: Appeal,
): NonNullable<ApplicationRecord['scrutiny']> => ({
  version,
  verdict,
  reasons: reasons.map(({ id, note }) => ({ id, note })),
  ...(lastDay !== undefined && { last_day: lastDay }),
  at: at.toISOString(),
  ...(appeal && {
    appeal: {
      text: appeal.text,
      at: appeal.at.toISOString(),
      is_answered: appeal.decisionId !== decisionId,
    },
  }),
});

/** The correction that the applicant may send now. An edit answers it. */
export function findOpenCorrection(
  { state, version, decision }: Pick<Application, 'state' | 'version' | 'decision'>,
  now: Date,
): Decision | undefined {
  if (!decision) return undefined;
  const scrutiny = toRecordedDecision(decision);
  const isOpen = isCorrectionOpen({ payment_status: toPaymentStatus(state), version, scrutiny }, now);
  return isOpen ? decision : undefined;
}

/** An error for each field that differs although the correction does not open it. */
export function findClosedChanges(
  { reasons }: Decision,
  { before, after }: { readonly before: MaskedContent; readonly after: MaskedContent },
  { scrutiny }: Pick<Examination, 'scrutiny'>,
): FieldError[] {
  const open = findOpenFields(reasons, scrutiny?.reasons ?? []);
  return listChangedFields(before, after)
    .filter((field) => !open.has(field))
    .map((field) => ({ field, message: CORRECTION_MESSAGE }));
}

/** An error for each field that the correction opens, of an edit that changes none of them. */
export const listUncorrected = (
  { reasons }: Decision,
  { scrutiny }: Pick<Examination, 'scrutiny'>,
): FieldError[] =>
  [...findOpenFields(reasons, scrutiny?.reasons ?? [])].map((field) => ({
    field,
    message: UNCORRECTED_MESSAGE,
  }));
