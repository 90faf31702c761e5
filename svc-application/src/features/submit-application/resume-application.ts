import type { Application } from '../../domain/application.ts';
import { type Claim, claimsOf, holdEnd, isHeldByAnother } from '../../domain/claim.ts';
import { assertCurrent } from '../find-standing/assert-current.ts';
import { unpaidHoldEnd } from '../hold-aadhaar/hold-aadhaar.ts';
import { renewFiles } from '../receive-form/renew-files.ts';
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

/**
 * The claims it needs. A hold on the mobile that had begun to end gets its full time, since the applicant goes on; one
 * on the Aadhaar, which may be another's, never more than its first time.
 */
async function neededClaims(
  { id: applicationId, userId, number, examYear, state }: Application,
  { received }: Submission,
  setting: Setting,
): Promise<Claim[]> {
  const [mobile, aadhaar] = claimsOf({ examYear, number, content: received.masked });
  const alive = state === 'submitted' || state === 'ordered';
  const mobileEnd = alive ? null : holdEnd(new Date(), setting.config.HOLD_HOURS);
  const aadhaarEnd = await unpaidHoldEnd(setting, { key: aadhaar, userId });
  return [
    { key: mobile, applicationId, userId, freeAfter: mobileEnd },
    { key: aadhaar, applicationId, userId, freeAfter: aadhaarEnd },
  ];
}

/** Whether a hold that is going to end would end at another time than this claim says. */
const endsOtherwise = (held: Claim | undefined, { freeAfter }: Claim): boolean =>
  Boolean(held?.freeAfter) && held?.freeAfter?.getTime() !== freeAfter?.getTime();

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
  const { db, stores } = setting;
  const { received, standing, form } = submission;
  const { draft, draftVersion } = standing;
  const needed = await neededClaims(application, submission, setting);
  const standingOf = ({ key }: Claim) => standing.claims.get(key);
  const lost = needed.filter((claim) => standingOf(claim)?.applicationId !== application.id);
  const ending = needed.filter((claim) => !lost.includes(claim) && endsOtherwise(standingOf(claim), claim));
  const changed = received.digest !== application.digest;
  if (!changed && !draft && lost.length + ending.length === 0) return application;
  const replaces = changed || draft !== undefined;
  if (replaces) assertCurrent(form, standing);
  if (changed) await renewFiles(received.taken, stores.documents);
  await db.transaction(async () => {
    if (lost.length > 0) await stores.claims.take(lost, standing.claims);
    for (const claim of ending) await stores.claims.putOffEnd(claim);
    if (changed) await reviseApplication(setting, { application, received });
    if (replaces) await stores.drafts.close(slotOf(application), draftVersion);
  });
  return application;
}
