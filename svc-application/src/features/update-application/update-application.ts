import { textOf, updateApplication } from '@archaka/contracts';
import { ok, Refusal, refuse, type Served, serve } from '@archaka/service-kit';
import type { Application } from '../../domain/application.ts';
import { aadhaarClaim, holdEnd, isHeldByAnother } from '../../domain/claim.ts';
import { mayEdit } from '../../domain/window.ts';
import { decide } from '../../store/contended.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { oncePerRequest } from '../once-per-request.ts';
import { keepFiles } from '../receive-form/keep-files.ts';
import { prepareForm } from '../receive-form/prepare-form.ts';
import { type ReceivedForm, receiveForm } from '../receive-form/receive-form.ts';
import { reviseApplication } from '../revise-application/revise-application.ts';
import type { Setting } from '../setting.ts';

const editsClosed = () =>
  new Refusal({
    code: 'edits-closed',
    status: 403,
    title: 'Applications can no longer be edited. The last date for edits has passed.',
  });

/** Keeps the change as a version; 421 when another application holds the Aadhaar. */
async function keepChange(
  setting: Setting,
  { application, received }: { application: Application; received: ReceivedForm },
): Promise<421 | undefined> {
  const { db, stores, config } = setting;
  const { id, userId, examYear, content } = application;
  const key = aadhaarClaim(examYear, received.masked.aadhaarIndex);
  const earlier = aadhaarClaim(examYear, content.aadhaarIndex);
  const claims = await stores.claims.find([key, earlier]);
  if (isHeldByAnother(claims.get(key), { applicationId: id, now: new Date() })) return 421;
  if (received.digest === application.digest) return undefined;
  const isMine = (claimed: string) => claims.get(claimed)?.applicationId === id;
  const unpaidEnd = application.state === 'paid' ? null : holdEnd(new Date(), config.HOLD_HOURS);
  const freeAfter = isMine(earlier) ? (claims.get(earlier)?.freeAfter ?? null) : unpaidEnd;
  await keepFiles(received.taken, { user: { id: userId }, stores });
  await db.transaction(async () => {
    if (!isMine(key)) await stores.claims.take([{ key, applicationId: id, userId, freeAfter }], claims);
    await reviseApplication(setting, { application, received });
  });
  return undefined;
}

/** `upadteapplication`: own applications, paid or not, until the edits close. */
export function updateApplicationCall(setting: Setting): Served {
  const { stores, places, examination } = setting;
  const applicationOf = oncePerRequest((id: unknown) => stores.applications.find(textOf(id)));

  return serve(
    updateApplication,
    async ({ body, user, request }) => {
      const received = await receiveForm(body, { user, setting });
      const taken = await decide(
        (attempt) => (attempt === 1 ? applicationOf(request, body.id) : stores.applications.find(body.id)),
        async (found) => {
          const application = assertOwn(found, user);
          if (!mayEdit(examination, new Date())) throw editsClosed();
          return keepChange(setting, { application, received });
        },
      );
      return taken ? refuse(taken) : ok();
    },
    {
      prepare: async (form, user, request) => {
        const application = await applicationOf(request, form.id);
        const stored = application?.userId === user.id ? application.content : undefined;
        return prepareForm(form, { stored, places });
      },
    },
  );
}
