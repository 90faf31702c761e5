import { randomBytes } from 'node:crypto';
import { applicationIdFrom, saveDraft } from '@archaka/contracts';
import { ok, refuse, type Served, serve } from '@archaka/service-kit';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { decide } from '../../store/contended.ts';
import { findNamed, namedIn } from '../find-standing/find-named.ts';
import { findStandingFor, type Standing, storedFilesOf } from '../find-standing/find-standing.ts';
import { oncePerRequest } from '../once-per-request.ts';
import { keepFiles } from '../receive-form/keep-files.ts';
import { prepareForm } from '../receive-form/prepare-form.ts';
import { receiveForm } from '../receive-form/receive-form.ts';
import type { Setting } from '../setting.ts';

/** What is in the way of a draft; an own application without an order is none, since it is the draft. */
function obstacle({ application, mobile, aadhaar }: Standing): 420 | 421 | undefined {
  const now = new Date();
  if (isHeld(mobile, now) && application?.state !== 'submitted') return 420;
  return isHeldByAnother(aadhaar, { applicationId: application?.id, now }) ? 421 : undefined;
}

/** The id that the draft goes by: that of what it changes, else its own, else a new one. */
function idFor({ application, draft }: Standing, fresh: string): { applicationId: string; keeps: boolean } {
  if (application?.state === 'submitted') return { applicationId: application.id, keeps: false };
  const leftOver = draft !== undefined && draft.applicationId === application?.id;
  return { applicationId: fresh, keeps: !leftOver };
}

/** `saveapplicationform`: replaces the user's one draft, which claims nothing. */
export function saveDraftCall(setting: Setting): Served {
  const { stores, places, examination } = setting;
  const standingOf = oncePerRequest(findStandingFor(setting));
  const { examine_year: examYear } = examination;

  return serve(
    saveDraft,
    async ({ body, user, request }) => {
      const received = await receiveForm(body, { user, setting });
      const standing = await standingOf(request, body, user);
      await findNamed(namedIn(body), { user, standing, stores });
      const taken = obstacle(standing);
      if (taken) return refuse(taken);
      await keepFiles(received.taken, { user, stores });
      const draft = { userId: user.id, number: user.number, examYear };
      const application_id = await decide(
        async () => applicationIdFrom(randomBytes(7), examYear),
        (fresh) => {
          const { applicationId, keeps } = idFor(standing, fresh);
          return stores.drafts.save({ ...draft, applicationId }, { content: received.content, keeps });
        },
      );
      return ok({ data: [{ application_id }] });
    },
    {
      prepare: async (form, user, request) =>
        prepareForm(form, { stored: storedFilesOf(await standingOf(request, form, user)), places }),
    },
  );
}
