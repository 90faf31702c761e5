import { getApplication } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { filledFormOf } from '../../domain/form.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import { amountOf, type Setting } from '../setting.ts';

/** `getapplicationform`: one own application as the form takes it, Aadhaar whole. */
export function getApplicationCall({ stores, examination }: Setting): Served {
  return serve(getApplication, async ({ body, user }) => {
    confirmIdentity(body, user);
    const application = assertOwn(await stores.applications.findWhole(body.application_id), user);
    const { id, userId, number, whole } = application;
    const filled = {
      applicationId: id,
      userId,
      number,
      content: whole,
      saveId: 2,
      amount: amountOf(examination),
    } as const;
    return ok({ data: [filledFormOf(filled, new Date())] });
  });
}
