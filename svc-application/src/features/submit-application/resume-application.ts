import type { Application } from '../../domain/application.ts';
import { type Claim, claimsOf, holdEnd, isHeldByAnother } from '../../domain/claim.ts';
import { assertCurrent } from '../find-standing/assert-current.ts';
import { keepFiles } from '../receive-form/keep-files.ts';
import { reviseApplication } from '../revise-application/revise-application.ts';
import type { Setting } from '../setting.ts';
import { type Submission, slotOf } from './begin-application.ts';

/** What is in the way of a submission. */
export type Taken = { readonly taken: 420 | 421 };

/** What is in the way of going on with an application. */
function obstacle({ id, state }: Application, { standing }: Submission): Taken | undefined {
  const other = { applicationId: id, now: new Date() };
  if (state === 'paid' || isHeldByAnother(standing.mobile, other)) return { taken: 420 };
  return isHeldByAnother(standing.aadhaar, other) ? { taken: 421 } : undefined;
}

/** The claims it needs; a hold that had begun to end gets its full time, since the applicant goes on. */
function neededClaims(application: Application, { received }: Submission, holdHours: number): Claim[] {
  const { id, userId, number, examYear, state } = application;
  const alive = state === 'submitted' || state === 'ordered';
  const holder = { applicationId: id, userId, freeAfter: alive ? null : holdEnd(new Date(), holdHours) };
  return claimsOf({ examYear, number, content: received.masked }).map((key) => ({ key, ...holder }));
}

/**
 * Goes on with an unpaid application: claims that nobody else holds come back to it, a changed form
 * becomes its next version, and the draft it was saved as goes.
 * @throws Contended when anything was written since it was read; Refusal 409 when it would replace a draft
 * that the form was not begun from.
 */
export async function resumeApplication(
  setting: Setting,
  { application, submission }: { application: Application; submission: Submission },
): Promise<Application | Taken> {
  const taken = obstacle(application, submission);
  if (taken) return taken;
  const { db, stores, config } = setting;
  const { received, standing, user, form } = submission;
  const { draft, draftVersion } = standing;
  const needed = neededClaims(application, submission, config.HOLD_HOURS);
  const standingOf = ({ key }: Claim) => standing.claims.get(key);
  const lost = needed.filter((claim) => standingOf(claim)?.applicationId !== application.id);
  const ending = needed.filter((claim) => !lost.includes(claim) && standingOf(claim)?.freeAfter);
  const changed = received.digest !== application.digest;
  if (!changed && !draft && lost.length + ending.length === 0) return application;
  const replaces = changed || draft !== undefined;
  if (replaces) assertCurrent(form, standing);
  if (changed) await keepFiles(received.taken, { user, stores });
  await db.transaction(async () => {
    if (lost.length > 0) await stores.claims.take(lost, standing.claims);
    for (const claim of ending) await stores.claims.putOffEnd(claim);
    if (changed) await reviseApplication(setting, { application, received });
    if (replaces) await stores.drafts.close(slotOf(application), draftVersion);
  });
  return application;
}
