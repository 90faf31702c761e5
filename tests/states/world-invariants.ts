import { toPaymentStatus } from '../../svc-application/src/domain/application-state.ts';
import type { Attempt } from '../../svc-payment/src/domain/ledger.ts';
import type { World } from './world.ts';

const listAttempts = ({ ledgers }: World): Attempt[] => ledgers.flatMap(({ attempts }) => attempts);

/** A captured payment that pays the order; one that a clerk decides about does not pay. */
const isRetained = ({ state, refund }: Attempt): boolean => state === 'captured' && refund === null;

const isPaid = ({ application }: World): boolean => toPaymentStatus(application.state) === 'S';

/** Invariants of every state. */
function findAlways(world: World): string | undefined {
  const { application, payments } = world;
  if (listAttempts(world).filter(isRetained).length > 1) return 'more than one payment is not refunded';
  for (const { id, captured } of payments) {
    const attempt = listAttempts(world).find(({ payment_id }) => payment_id === id);
    if (attempt?.state === 'captured' && !captured)
      return `${id} is taken in the ledger and was not captured`;
  }
  if (!isPaid(world)) return undefined;
  const { transactionId, lostPayments } = application;
  const paying = payments.find(({ id }) => id === transactionId);
  if (!paying?.captured) return "'S' without a capture";
  if (lostPayments.includes(paying.id)) return `${paying.id} was refunded and pays for the application`;
  return undefined;
}

/** Invariants of quiescent states, without messages in flight. */
function findWhenSettled(world: World): string | undefined {
  for (const { id, status, captured } of world.payments.filter(({ captured }) => captured)) {
    const attempt = listAttempts(world).find(({ payment_id }) => payment_id === id);
    const pays = isPaid(world) && world.application.transactionId === id;
    if (!attempt || !captured) return `the capture of ${id} is unknown`;
    if (status === 'captured' && !pays && !attempt.refund)
      return `the captured ${id} is neither final, nor refunded, nor waiting for a clerk`;
    if (status !== 'captured' && attempt.state !== 'refunded') return `${id} was refunded and is final`;
    if (status !== 'captured' && pays) return `${id} was refunded and pays for the application`;
    if (pays && !isRetained(attempt)) return `${id} pays for the application and is to be refunded`;
  }
  return findStaleOrder(world);
}

/** A reversed order accepts no other payment: the application is reversed, or uses a newer order. */
function findStaleOrder({ application, ledgers }: World): string | undefined {
  const current = ledgers.find(({ order }) => order.order_id === application.orderId);
  return application.state === 'ordered' &&
    (current?.order.state === 'reversed' || current?.order.state === 'replaced')
    ? `${application.orderId} was refunded and its application waits for the payment`
    : undefined;
}

export const findWorldViolation = (world: World, isSettled: boolean): string | undefined =>
  findAlways(world) ?? (isSettled ? findWhenSettled(world) : undefined);
