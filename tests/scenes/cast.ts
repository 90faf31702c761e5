import {
  type ApplicantSession,
  applicationForm,
  eventually,
  newcomer,
  type PortalAddresses,
  pay,
  submit,
} from '@archaka/test-kit';
import { giveBackByHand, leaveAtBank, payAgain, payWithoutReturn } from '../e2e/history/razorpay.ts';

/** Those whose screens are shown: each stands at another point of the way. */
export type Role =
  | 'visitor'
  | 'newcomer'
  | 'drafter'
  | 'unpaid'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'twice'
  | 'reversed'
  | 'at-bank';

/** Someone at a point of the way. */
export interface Actor {
  readonly session: ApplicantSession;
  /** Of the submitted application; empty before there is one. */
  readonly orderId: string;
}

const onTheWay: Record<
  Exclude<Role, 'visitor'>,
  (portal: PortalAddresses, actor: ApplicantSession) => Promise<string>
> = {
  newcomer: async () => '',
  async drafter(_portal, session) {
    await session.call('saveapplicationform', await applicationForm(session.person));
    return '';
  },
  unpaid: (_portal, session) => submit(session),
  async paid(portal, session) {
    const orderId = await submit(session);
    await pay(session, portal.simulator, orderId);
    return orderId;
  },
  async failed(portal, session) {
    const orderId = await submit(session);
    await payWithoutReturn(portal, session, { order_id: orderId, outcome: 'failed' });
    await session.call('recheckpayment', { order_id: orderId });
    return orderId;
  },
  async twice(portal, session) {
    const orderId = await onTheWay.paid(portal, session);
    await payAgain(portal, orderId);
    await eventually(
      async () => (await session.call('getpaymentattempts', { order_id: orderId })).body.data.length === 2,
    );
    return orderId;
  },
  async reversed(portal, session) {
    const orderId = await submit(session);
    const { payment } = await pay(session, portal.simulator, orderId);
    await giveBackByHand(portal, payment.id);
    await eventually(
      async () =>
        (await session.call('getpaymnetstatus', { order_id: orderId })).body.data[0]?.payment_status === 'F',
    );
    return orderId;
  },
  async 'at-bank'(portal, session) {
    const orderId = await submit(session);
    await leaveAtBank(portal, session, orderId);
    return orderId;
  },
  async cancelled(_portal, session) {
    const orderId = await submit(session);
    await session.call('postorderdata', { order_id: orderId });
    await session.fetch(`/api/payment/cancel?order_id=${orderId}`);
    return orderId;
  },
};

/** Someone new who has come as far as the role says. */
export async function actorOf(portal: PortalAddresses, role: Exclude<Role, 'visitor'>): Promise<Actor> {
  const session = await newcomer(portal.origin);
  return { session, orderId: await onTheWay[role](portal, session) };
}
