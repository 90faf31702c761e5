import { getPaymentAttempts, type PaymentAttempt, recheckPayment } from '@archaka/contracts';
import { handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { Attempt } from '../domain/ledger.ts';
import type { AttemptState } from '../domain/states.ts';
import type { StoredEvidence } from '../persistence/evidence-repository.ts';
import type { CreatedOrder } from '../persistence/order-repository.ts';
import type { PollRequest } from '../persistence/poll-limits.ts';
import { pollOrder } from './confirm-payment/confirm-payment.ts';
import { describeEvidence } from './describe-evidence.ts';
import { getOwnOrder } from './own-order.ts';
import type { Parts } from './parts.ts';

const WIRE_STATES: Readonly<Record<AttemptState, PaymentAttempt['state']>> = {
  created: 'unknown',
  authorized: 'held',
  captured: 'taken',
  refunding: 'returning',
  refunded: 'returned',
  failed: 'not_taken',
};

export const toPaymentAttempts = (
  attempts: readonly Attempt[],
  evidence: readonly StoredEvidence[],
): PaymentAttempt[] =>
  attempts.map(({ id, payment_id, refund, ...attempt }) => ({
    payment_id,
    state: WIRE_STATES[attempt.state],
    amount: attempt.amount,
    method: attempt.method,
    bank_reference: attempt.bank_reference,
    returning_by: attempt.returning_by?.toISOString() ?? null,
    last_checked: attempt.last_checked?.toISOString() ?? null,
    ...(refund && { returning_because: refund.reason }),
    ...((refund?.status === 'deciding' || refund?.status === 'kept') && { office: refund.status }),
    evidence: evidence
      .filter((entry) => entry.attempt_id === id || (payment_id !== null && entry.payment_id === payment_id))
      .map(toEvidenceLine),
  }));

/** Applicants do not know settlements; they are shown as Razorpay's response to a poll. */
function toEvidenceLine({ source, kind, at }: StoredEvidence): PaymentAttempt['evidence'][number] {
  const shownSource = source === 'settlement' ? 'poll' : source;
  return { source: shownSource, at: at.toISOString(), says: describeEvidence(shownSource, kind), kind };
}

/** Of the contract's first version. */
const omitDetails = ({ office: _office, returning_because: _reason, ...attempt }: PaymentAttempt) => ({
  ...attempt,
  evidence: attempt.evidence.map(({ kind: _kind, ...line }) => line),
});

/** Includes the attempts of replaced orders. */
async function readAttempts(
  { attempts, evidence }: Pick<Parts, 'attempts' | 'evidence'>,
  { application_id, order_id }: CreatedOrder,
  { details = false }: { details?: boolean | undefined },
): Promise<PaymentAttempt[]> {
  const all = await attempts.findByApplications([application_id]);
  const orderIds = new Set([order_id, ...all.map((attempt) => attempt.order_id)]);
  const shown = toPaymentAttempts(all, await evidence.findByOrders([...orderIds]));
  return details ? shown : shown.map(omitDetails);
}

export const createShowAttemptsHandler = (parts: Pick<Parts, 'orders' | 'attempts' | 'evidence'>) =>
  handleCall(getPaymentAttempts, {
    handle: async ({ body, user }) => {
      const order = await getOwnOrder(parts, body.order_id, user);
      return ok({ data: await readAttempts(parts, order, body) });
    },
  });

/** Over the rate limit it returns the stored attempts. Then, and after a failed poll, the order is polled within a minute. */
export function createRecheckPaymentHandler(parts: Parts) {
  const { orders, mayPoll } = parts;

  async function pollNowOrSoon(order: CreatedOrder, request: PollRequest): Promise<void> {
    if (!(await mayPoll(request))) return orders.expeditePoll(order.order_id);
    await pollOrder(parts, order).catch(async (error: unknown) => {
      await orders.expeditePoll(order.order_id);
      throw error;
    });
  }

  return handleCall(recheckPayment, {
    handle: async ({ body, user, request }) => {
      const order = await getOwnOrder(parts, body.order_id, user);
      const network = toNetworkKey(request);
      await pollNowOrSoon(order, { orderId: order.order_id, network, session: user.sid });
      return ok({ data: await readAttempts(parts, order, body) });
    },
  });
}
