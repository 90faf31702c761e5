import {
  type ApplicationRecord,
  type Examination,
  type FieldError,
  findOpenFields,
  isCorrectionOpen,
  type ScrutinyVerdict,
  toClosedFieldError,
} from '@archaka/contracts';
import type { Application, MaskedContent } from './application.ts';
import { toPaymentStatus } from './application-state.ts';
import { listChangedFields } from './history.ts';

/** A reason of the examination's list. The note of the clerk may name things of the person. */
interface DecisionReason {
  readonly id: string;
  readonly note: string;
}

/** A clerk's decision about a version, as svc-desk reported it. */
export interface Decision {
  readonly id: string;
  readonly version: number;
  readonly verdict: ScrutinyVerdict;
  readonly reasons: readonly DecisionReason[];
  /** yyyy-mm-dd in India, of a correction. */
  readonly lastDay?: string | undefined;
  readonly at: Date;
}

type DecisionTime = Pick<Decision, 'id' | 'version' | 'at'>;

/** Of an application's decisions the last one of its highest version counts, whichever arrives first. */
export function isLaterDecision(decision: DecisionTime, current: DecisionTime): boolean {
  if (decision.version !== current.version) return decision.version > current.version;
  const [time, currentTime] = [decision.at.getTime(), current.at.getTime()];
  return time === currentTime ? decision.id > current.id : time > currentTime;
}

export const toRecordedDecision = ({
  version,
  verdict,
  reasons,
  lastDay,
  at,
}: Decision): NonNullable<ApplicationRecord['scrutiny']> => ({
  version,
  verdict,
  reasons: reasons.map(({ id, note }) => ({ id, note })),
  ...(lastDay !== undefined && { last_day: lastDay }),
  at: at.toISOString(),
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
    .map(toClosedFieldError);
}
