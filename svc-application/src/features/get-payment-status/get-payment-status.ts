import { getPaymentStatus } from '@archaka/contracts';
import { ok, type Served, serve } from '@archaka/service-kit';
import { recordOf } from '../../domain/record.ts';
import { assertOwn } from '../confirm-identity/assert-own.ts';
import { confirmIdentity } from '../confirm-identity/confirm-identity.ts';
import { amountOf, type Setting } from '../setting.ts';

/** `getpaymnetstatus`: the application that an own order pays for. */
export function getPaymentStatusCall({ stores, examination }: Setting): Served {
  return serve(getPaymentStatus, async ({ body, user }) => {
    confirmIdentity(body, user);
    const application = assertOwn(await stores.applications.findByOrder(body.order_id), user);
    return ok({ data: [recordOf(application, { amount: amountOf(examination), now: new Date() })] });
  });
}
