import { textOf, updateApplication } from '@archaka/contracts';
import { ok, Refusal, refuse, type Served, serve } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { aadhaarClaim, isHeldByAnother } from '../../domain/claim.ts';
import { mayEdit } from '../../domain/window.ts';
import { decide } from '../../store/contended.ts';
import { askAboutAadhaar } from '../check-aadhaar/ask-about-aadhaar.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { unpaidHoldEnd } from '../hold-aadhaar/hold-aadhaar.ts';
import { oncePerRequest } from '../once-per-request.ts';
import { prepareForm } from '../receive-form/prepare-form.ts';
import { type ReceivedForm, receiveForm } from '../receive-form/receive-form.ts';
import { renewFiles } from '../receive-form/renew-files.ts';
import { reviseApplication } from '../revise-application/revise-application.ts';
import type { Setting } from '../setting.ts';
import { assertMayEdit, countEdit } from './edit-limit.ts';

const editsClosed = () =>
  new Refusal({
    code: 'edits-closed',
    status: 403,
    title: 'Applications can no longer be edited. The last date for edits has passed.',
  });

interface Edit {
  readonly application: Application;
  readonly received: ReceivedForm;
  /** Counts the edit, once. */
  readonly count: () => Promise<void>;
}

/** Keeps the change as a version; 421 when another application holds the Aadhaar. */
async function keepChange(
  setting: Setting,
  { application, received, count }: Edit,
): Promise<421 | undefined> {
  const { db, stores } = setting;
  const { id, userId, examYear } = application;
  const key = aadhaarClaim(examYear, received.masked.aadhaarIndex);
  const claims = await stores.claims.find([key]);
  if (isHeldByAnother(claims.get(key), { applicationId: id, now: new Date() })) return 421;
  if (received.digest === application.digest) return undefined;
  await count();
  const isNew = claims.get(key)?.applicationId !== id;
  const isPaid = application.state === 'paid';
  const freeAfter = isNew && !isPaid ? await unpaidHoldEnd(setting, { key, userId }) : null;
  await renewFiles(received.taken, stores.documents);
  await db.transaction(async () => {
    if (isNew) await stores.claims.take([{ key, applicationId: id, userId, freeAfter }], claims);
    await reviseApplication(setting, { application, received });
  });
  return undefined;
}

/** Does it the first time; an attempt after a lost race gets what that gave. */
function once<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= task();
    return done;
  };
}

/** `upadteapplication`: own applications, paid or not, until the edits close. */
export function updateApplicationCall(setting: Setting): Served {
  const { stores, places, examination } = setting;
  const applicationOf = oncePerRequest((id: unknown) => stores.applications.find(textOf(id)));

  return serve(
    updateApplication,
    async ({ body, user, request }) => {
      const received = await receiveForm(body, { user, setting });
      const count = once(() => countEdit(stores, user.id));
      const taken = await decide(
        (attempt) => (attempt === 1 ? applicationOf(request, body.id) : stores.applications.find(body.id)),
        async (found) => {
          const application = assertOwn(found, user);
          if (!mayEdit(examination, new Date())) throw editsClosed();
          return keepChange(setting, { application, received, count });
        },
      );
      return taken ? refuse(taken) : ok();
    },
    {
      prepare: async (form, user, request) => {
        await assertMayEdit(stores, user.id);
        const application = await applicationOf(request, form.id);
        const stored = application?.userId === user.id ? application.content : undefined;
        if (stored) await askAboutAadhaar(setting, { user, aadhaar: textOf(form.aadhar) });
        return prepareForm(form, { stored, places });
      },
    },
  );
}
