import { getDraft } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { isHeld } from '../../domain/claim.ts';
import { filledFormOf } from '../../domain/form.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import { findStanding } from '../find-standing/find-standing.ts';
import { amountOf, type Setting } from '../setting.ts';

/**
 * `getsaveformdata`: the user's draft, Aadhaar whole. An application without an order comes back as the
 * draft, as it was saved since or submitted; one with an order leaves none.
 */
export function getDraftCall(setting: Setting): Served {
  const { stores, examination } = setting;

  return serve(getDraft, async ({ body, user }) => {
    confirmIdentity(body, user);
    const now = new Date();
    const { application, mobile } = await findStanding(setting, { user });
    const submitted = application?.state === 'submitted' ? application : undefined;
    if (isHeld(mobile, now) && !submitted) return ok({ data: [] });
    const slot = await stores.drafts.findWhole({ userId: user.id, examYear: examination.examine_year });
    const whole = slot.whole ?? (submitted && (await stores.applications.findWhole(submitted.id))?.whole);
    if (!whole) return ok({ data: [] });
    const filled = {
      applicationId: submitted?.id ?? slot.draft?.applicationId ?? '',
      userId: user.id,
      number: user.number,
      content: whole,
      saveId: 1,
      amount: amountOf(examination),
    } as const;
    return ok({ data: [{ ...filledFormOf(filled, now), draft_version: slot.version }] });
  });
}
