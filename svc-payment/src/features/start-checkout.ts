import { randomUUID } from 'node:crypto';
import { type CheckoutForm, type Examination, routes, startCheckout } from '@archaka/contracts';
import { conflict, forbidden, handleCall, notFound, ok, type User } from '@archaka/service-kit';
import { createEvidence } from '../domain/evidence.ts';
import { findOpenAttempt, type Ledger, needsReplacement, recordCheckoutStart } from '../domain/ledger.ts';
import type { StoredLedger } from '../persistence/ledger-repository.ts';
import { type CreatedOrder, checkoutStarted } from '../persistence/order-repository.ts';
import { pollOrder } from './confirm-payment/confirm-payment.ts';
import { getPayableOrder } from './ensure-order.ts';
import type { Parts } from './parts.ts';

/** @throws 404 for an unknown order, 403 for another applicant's */
export async function getOwnOrder(
  { orders }: Pick<Parts, 'orders'>,
  orderId: string,
  user: User,
): Promise<CreatedOrder> {
  const order = await orders.find(orderId);
  if (!order) throw notFound();
  if (order.user_id !== user.id) throw forbidden();
  return order;
}

interface CheckoutOptions {
  readonly config: {
    readonly RAZORPAY_URL: string;
    readonly RAZORPAY_KEY_ID: string;
    readonly PORTAL_ORIGIN: string;
  };
  readonly examination: Pick<Examination, 'name'>;
}

/** After an earlier visit Razorpay is queried first, so that no applicant pays what is paid or held. */
export const createStartCheckoutHandler = (parts: Parts, options: CheckoutOptions) =>
  handleCall(startCheckout, {
    handle: async ({ body, user }) => {
      const requestedOrder = await getOwnOrder(parts, body.order_id, user);
      const isClosed = needsReplacement(requestedOrder);
      // Its next order is that of another request, which svc-application judges.
      if (isClosed && requestedOrder.purpose === 'revaluation')
        throw conflict('This revaluation was cancelled.');
      const order = isClosed ? await getPayableOrder(parts, requestedOrder) : requestedOrder;
      if (order.left_at) await pollOrder(parts, order);
      const known = await (order.left_at ? parts.ledgers.open(order.order_id) : parts.ledgers.read(order));
      if (!known || !(await openAttempt(parts, known))) throw notFound();
      return ok({ data: [toForm(order, user, options)] });
    },
  });

/** Undefined when the order is deleted meanwhile. */
const openAttempt = ({ ledgers, evidence, settings }: Parts, known: StoredLedger) =>
  ledgers.change(known, async (before) => {
    assertPayable(before);
    const { ledger } = recordCheckoutStart(before, { id: randomUUID(), at: new Date() });
    await ledgers.write(before, ledger, checkoutStarted(settings.firstPollMs));
    const { id: attempt_id = '', checkout_visits: checkoutVisits = 0 } = findOpenAttempt(ledger) ?? {};
    const key = `checkout:${attempt_id}:${checkoutVisits}`;
    const { order_id } = ledger.order;
    await evidence.store(
      createEvidence({ key, source: 'checkout', kind: 'checkout-started', order_id, attempt_id }),
    );
    return ledger;
  });

/** @throws 409 when the fee is paid, or held by the bank */
function assertPayable({ order, attempts }: Ledger): void {
  if (order.state === 'captured') throw conflict('This application is paid already.');
  if (attempts.some(({ state }) => state === 'authorized')) {
    throw conflict(
      'Your bank holds a payment for this application. Please wait until it is taken or let go.',
    );
  }
}

/** https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted */
const toForm = (
  { order_id, amount, application_id, purpose }: CreatedOrder,
  { number }: User,
  { config, examination }: CheckoutOptions,
): CheckoutForm => ({
  action: `${config.RAZORPAY_URL}/v1/checkout/embedded`,
  fields: {
    key_id: config.RAZORPAY_KEY_ID,
    order_id,
    amount: String(amount),
    name: examination.name,
    description: `${purpose === 'application' ? 'Application' : 'Revaluation'} ${application_id}`,
    'prefill[contact]': number,
    callback_url: `${config.PORTAL_ORIGIN}${routes.paymentCallback.path}`,
    cancel_url: `${config.PORTAL_ORIGIN}${routes.paymentCancel.path}?order_id=${encodeURIComponent(order_id)}`,
  },
});
