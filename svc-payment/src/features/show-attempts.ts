import { getPaymentAttempts, listAttempts, type PaymentAttempt, recheckPayment } from '@archaka/contracts';
import { handleCall, ok, toNetworkKey } from '@archaka/service-kit';
import type { EvidenceKind, EvidenceSource } from '../domain/evidence.ts';
import type { Attempt } from '../domain/ledger.ts';
import type { AttemptState } from '../domain/states.ts';
import type { StoredEvidence } from '../persistence/evidence-repository.ts';
import type { CreatedOrder } from '../persistence/order-repository.ts';
import { pollOrder } from './confirm-payment/confirm-payment.ts';
import type { Parts, PollRequest } from './parts.ts';
import { getOwnOrder } from './start-checkout.ts';

const WIRE_STATES: Readonly<Record<AttemptState, PaymentAttempt['state']>> = {
  created: 'unknown',
  authorized: 'held',
  captured: 'taken',
  refunding: 'returning',
  refunded: 'returned',
  failed: 'not_taken',
};

/** English, as in the answers; the browser writes the kinds in both languages. */
const EVIDENCE_TEXTS: Readonly<Record<EvidenceKind, string>> = {
  created: 'the payment has begun and is not finished',
  authorized: 'your bank has set the money aside, and it is not taken yet',
  captured: 'the payment was taken',
  refunded: 'the money has been given back',
  charged_back: 'your bank has taken the money back',
  failed: 'the payment did not go through',
  'failed-upi-id':
    'the payment did not go through, since a typed UPI ID is no longer taken; scan the QR code or open your UPI app instead',
  'no-payment': 'no payment was made',
  mismatch: 'the payment does not match this order, so it was set aside for the office to look at',
  'checkout-started': 'You left for the payment page',
  'returned-paid': 'You came back from the payment page, which said that you had paid',
  'returned-failed': 'You came back from the payment page, which said that the payment had not gone through',
  'returned-failed-upi-id':
    'You came back from the payment page, which no longer takes a typed UPI ID; scan the QR code there or open your UPI app',
  cancelled: 'You cancelled on the payment page',
  'refund-requested-paid-twice': 'The fee was paid twice, so we are sending this payment back',
  'refund-requested-claim-lost':
    'Another application holds this mobile number, Aadhaar or identity paper, so we are sending this payment back',
  'refund-requested-order-replaced':
    'This order was replaced by a newer one, so we are sending this payment back',
  'refund-deciding': 'The office will decide whether this payment goes back to you',
  'refund-kept': 'The office has decided not to send this payment back',
  'refund-approved': 'The office has decided to send this payment back',
  'refund-pending': 'Razorpay is sending the money back to your bank',
  'refund-processed': 'Razorpay has sent the money back to your bank',
  'refund-refused': 'Razorpay could not send the money back, so the office will look at it',
  dispute: 'your bank has asked for the money back',
  'dispute-won': 'your bank has looked into this payment, and it stays as it is',
  'dispute-lost': 'the money went back to your bank, as it had asked',
  'dispute-closed': 'your bank has ended its inquiry about this payment',
  settled: 'Razorpay has passed this payment on to the department',
  other: 'news about this payment',
};

function toPrefix(source: EvidenceSource, kind: EvidenceKind): string {
  if (source === 'webhook') return 'Razorpay reported: ';
  if (source === 'poll' && kind !== 'settled') return 'We asked Razorpay: ';
  return kind === 'mismatch' || kind === 'no-payment' ? 'Razorpay shows: ' : '';
}

const describeEvidence = (source: EvidenceSource, kind: EvidenceKind): string =>
  `${toPrefix(source, kind)}${EVIDENCE_TEXTS[kind]}.`;

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
    ...(refund?.status === 'deciding' && { office: 'deciding' as const }),
    ...(refund?.status === 'rejected' && { office: 'kept' as const }),
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
  { application_id, purpose, order_id }: CreatedOrder,
  { details = false }: { details?: boolean | undefined },
): Promise<PaymentAttempt[]> {
  const all = await attempts.findByPurpose(application_id, purpose);
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

/** For the desk, which says what the applicant's page says. */
export const createListAttemptsHandler = (parts: Pick<Parts, 'attempts' | 'evidence'>) =>
  handleCall(listAttempts, {
    handle: async ({ body: { application_id, purpose } }) => {
      const all = await parts.attempts.findByPurpose(application_id, purpose);
      const orderIds = new Set(all.map(({ order_id }) => order_id));
      const evidence = await parts.evidence.findByOrders([...orderIds]);
      const data = all.flatMap((attempt) => {
        const { order_id, opened_at } = attempt;
        const more = { order_id, opened_at: opened_at.toISOString() };
        return toPaymentAttempts([attempt], evidence).map((shown) => ({ ...shown, ...more }));
      });
      return ok({ data });
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
