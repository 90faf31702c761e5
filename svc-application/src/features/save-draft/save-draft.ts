import { randomBytes } from 'node:crypto';
import { type ApplicationForm, applicationIdFrom, saveDraft, textOf } from '@archaka/contracts';
import { ok, refuse, type Served, serve, type User } from '@archaka/service-kit';
import { isHeld, isHeldByAnother } from '../../domain/claim.ts';
import { decide } from '../../store/contended.ts';
import { assertOpen } from '../application-window/assert-open.ts';
import { askAboutAadhaar } from '../check-aadhaar/ask-about-aadhaar.ts';
import { assertCurrent, isCurrent } from '../find-standing/assert-current.ts';
import { findNamed, namedIn } from '../find-standing/find-named.ts';
import {
  findStanding,
  findStandingFor,
  type Standing,
  storedFilesOf,
} from '../find-standing/find-standing.ts';
import { oncePerRequest } from '../once-per-request.ts';
import { prepareForm } from '../receive-form/prepare-form.ts';
import { type ReceivedForm, receiveForm } from '../receive-form/receive-form.ts';
import { renewFiles } from '../receive-form/renew-files.ts';
import type { Setting } from '../setting.ts';

/** What is in the way of a draft; an own application without an order is none, since it is the draft. */
function obstacle({ application, mobile, aadhaar }: Standing): 420 | 421 | undefined {
  const now = new Date();
  if (isHeld(mobile, now) && application?.state !== 'submitted') return 420;
  return isHeldByAnother(aadhaar, { applicationId: application?.id, now }) ? 421 : undefined;
}

/** The id that the draft goes by: that of what it changes, else its own, else a new one. */
function idFor({ application, draft }: Standing, examYear: string): string {
  if (application?.state === 'submitted') return application.id;
  const isLeftOver = draft?.applicationId === application?.id;
  return draft && !isLeftOver ? draft.applicationId : applicationIdFrom(randomBytes(7), examYear);
}

interface Saving {
  readonly form: ApplicationForm;
  readonly user: User;
  readonly received: ReceivedForm;
  readonly standing: Standing;
}

const saved = (application_id: string, draft_version: number) =>
  ok({ data: [{ application_id, draft_version }] });

/** @throws Contended when another save or a submission was faster. */
async function save({ stores, examination }: Setting, { form, user, received, standing }: Saving) {
  await findNamed(namedIn(form), { user, standing, stores });
  const taken = obstacle(standing);
  if (taken) return refuse(taken);
  const { draft, draftVersion: from } = standing;
  const { content, digest } = received;
  const isSentAgain = draft?.digest === digest && !isCurrent(form, standing);
  if (isSentAgain) return saved(draft.applicationId, from);
  assertCurrent(form, standing);
  await renewFiles(received.taken, stores.documents);
  const { examine_year: examYear } = examination;
  const applicationId = idFor(standing, examYear);
  const place = { applicationId, userId: user.id, number: user.number, examYear };
  return saved(applicationId, await stores.drafts.save(place, { content, digest, from }));
}

/** `saveapplicationform`: replaces the user's one draft, which claims nothing. */
export function saveDraftCall(setting: Setting): Served {
  const { places, examination } = setting;
  const standingOf = oncePerRequest(findStandingFor(setting));

  return serve(
    saveDraft,
    async ({ body: form, user, request }) => {
      const received = await receiveForm(form, { user, setting });
      assertOpen(examination);
      const { aadhaar } = received.content;
      return decide(
        (attempt) =>
          attempt === 1 ? standingOf(request, form, user) : findStanding(setting, { user, aadhaar }),
        (standing) => save(setting, { form, user, received, standing }),
      );
    },
    {
      prepare: async (form, user, request) => {
        const standing = await standingOf(request, form, user);
        await askAboutAadhaar(setting, { user, aadhaar: textOf(form.aadhar), claim: standing.aadhaar });
        return prepareForm(form, { stored: storedFilesOf(standing), places });
      },
    },
  );
}
