import { getApplications } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { recordOf } from '../../domain/record.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import { amountOf, type Setting } from '../setting.ts';

/** `getticketsandprofile`: the user's applications that can be or were paid, newest first. */
export function getApplicationsCall({ stores, examination }: Setting): Served {
  return serve(getApplications, async ({ body, user }) => {
    confirmIdentity(body, user);
    const facts = { amount: amountOf(examination), now: new Date() };
    const applications = await stores.applications.listWithOrder(user.id);
    return ok({ data: applications.map((application) => recordOf(application, facts)) });
  });
}
