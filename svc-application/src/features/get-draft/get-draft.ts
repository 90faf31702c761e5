import { getDraft } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import { isHeld } from '../../domain/claim.ts';
import { toFilledForm } from '../../domain/form.ts';
import { toRupees } from '../../domain/payments.ts';
import { assertIdentity } from '../assert-identity/assert-identity.ts';
import type { Dependencies } from '../dependencies.ts';
import { loadClaimed } from '../load-applicant-state/load-applicant-state.ts';

/** An application without an order is returned as the draft. */
export function createGetDraftHandler(deps: Dependencies): CallHandler {
  const { repositories, examination } = deps;

  return handleCall(getDraft, {
    handle: async ({ body, user }) => {
      assertIdentity(body, user);
      const now = new Date();
      const key = { userId: user.id, examYear: examination.examine_year };
      const [slot, { application, mobile }] = await Promise.all([
        repositories.drafts.findUnmasked(key),
        loadClaimed(deps, { user }),
      ]);
      const submitted = application?.state === 'submitted' ? application : undefined;
      if (isHeld(mobile, now) && !submitted) return ok({ data: [] });
      const unmasked =
        slot.unmasked ??
        (submitted && (await repositories.applications.findUnmasked(submitted.id))?.unmasked);
      if (!unmasked) return ok({ data: [] });
      const applicationId = submitted?.id ?? slot.draft?.applicationId ?? '';
      const source = {
        applicationId,
        userId: user.id,
        number: user.number,
        content: unmasked,
        saveId: 1,
        amount: toRupees(examination),
      } as const;
      const saved = { draft_version: slot.version, saved_at: slot.savedAt?.toISOString() };
      return ok({ data: [{ ...toFilledForm(source, now), ...saved }] });
    },
  });
}
