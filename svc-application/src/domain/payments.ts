import type { Examination } from '@archaka/contracts';
import type { Application, ApplicationOutline, CapturedPayment, OrderRef } from './application.ts';
import {
  type ApplicationState,
  findTransition,
  getTransition,
  type Transition,
} from './application-state.ts';

export type PaymentChange = Partial<
  Pick<
    Application,
    'state' | 'stateAt' | 'orderId' | 'transactionId' | 'orders' | 'payments' | 'lostPayments'
  >
>;

const getRound = ({ orders }: Pick<Application, 'orders'>, orderId: string | null): number =>
  orders.find((order) => order.orderId === orderId)?.round ?? 0;

export const findSuccessor = (
  { orders }: Pick<Application, 'orders'>,
  orderId: string,
): OrderRef | undefined => {
  const last = orders.toSorted((one, other) => one.round - other.round).at(-1);
  return last && last.round > getRound({ orders }, orderId) ? last : undefined;
};

const isKnownOrder = ({ orders }: Pick<Application, 'orders'>, orderId: string | null): boolean =>
  orders.some((order) => order.orderId === orderId);

export function applyOrderCreated(application: ApplicationOutline, order: OrderRef): PaymentChange {
  const { state, orderId } = application;
  if (isKnownOrder(application, order.orderId)) return {};
  const orders = [...application.orders, order];
  const next = state === 'submitted' ? order : findPayableSuccessor({ state, orderId, orders });
  return next ? { orders, orderId: next.orderId, state: getTransition(state, 'ordered').state } : { orders };
}

/** The order to pay after a reversal; the reversal may arrive before the event of its order. */
function findPayableSuccessor(
  application: Pick<Application, 'state' | 'orderId' | 'orders'>,
): OrderRef | undefined {
  const { state, orderId } = application;
  if (state !== 'reversed' || orderId === null || !isKnownOrder(application, orderId)) return undefined;
  return findSuccessor(application, orderId);
}

export const isNewPayment = ({ payments, lostPayments }: ApplicationOutline, paymentId: string): boolean =>
  !lostPayments.includes(paymentId) && !payments.some((payment) => payment.paymentId === paymentId);

const toPaidBy = ({ paymentId, orderId, at }: CapturedPayment) => ({
  stateAt: at,
  orderId,
  transactionId: paymentId,
});

/** Without `state` when another payment already pays the application. */
export function applyCapture(application: ApplicationOutline, captured: CapturedPayment): PaymentChange {
  const payments = [...application.payments, captured];
  const paid = findTransition(application.state, 'paid');
  return paid ? { payments, state: paid.state, ...toPaidBy(captured) } : { payments };
}

/** Marks a payment for refund after its claims were lost. @throws when the application is paid. */
export function giveUpCapture(
  { state: from, lostPayments }: ApplicationOutline,
  { paymentId, orderId, at }: CapturedPayment,
): { change: PaymentChange; event: Transition<'lost'>['event'] } {
  const { state, event } = getTransition(from, 'lost');
  return { change: { state, stateAt: at, orderId, lostPayments: [...lostPayments, paymentId] }, event };
}

/** States whose time svc-payment reported, so that it compares with the times of its events. */
const PAYMENT_REPORTED_STATES: readonly ApplicationState[] = ['failed', 'cancelled', 'reversed'];

/** The later report counts. @returns undefined for an earlier order, a stale report or an illegal transition. */
export function applyUnpaid(
  application: ApplicationOutline,
  { outcome, orderId, at }: { outcome: 'failed' | 'cancelled' } & Omit<CapturedPayment, 'paymentId'>,
): PaymentChange | undefined {
  const { state, stateAt } = application;
  if (findSuccessor(application, orderId)) return undefined;
  if (PAYMENT_REPORTED_STATES.includes(state) && at <= stateAt) return undefined;
  if (state === outcome) return { stateAt: at, orderId };
  const unpaid = findTransition(state, outcome);
  return unpaid && { state: unpaid.state, stateAt: at, orderId };
}

/**
 * Reverses the payment that paid the application. Another captured payment takes its place; without one
 * the application is payable again. A reversal may arrive before its capture, which then changes nothing.
 */
export function reversePayment(application: ApplicationOutline, reversal: CapturedPayment): PaymentChange {
  const { state, stateAt, transactionId } = application;
  const { paymentId, orderId, at } = reversal;
  if (application.lostPayments.includes(paymentId)) return {};
  const lostPayments = [...application.lostPayments, paymentId];

  if (state === 'paid' && transactionId !== paymentId) return { lostPayments };
  const other = application.payments.find((payment) => !lostPayments.includes(payment.paymentId));
  if (state === 'paid' && other) return { lostPayments, ...toPaidBy(other) };

  const isOutdated = PAYMENT_REPORTED_STATES.includes(state) && at <= stateAt;
  const successor = findSuccessor(application, orderId);
  const reversed = findTransition(state, 'reversed');
  if (!reversed || isOutdated || (successor && successor.orderId === application.orderId))
    return { lostPayments };
  const back = { lostPayments, transactionId: null, stateAt: at };
  return successor
    ? { ...back, state: getTransition(reversed.state, 'ordered').state, orderId: successor.orderId }
    : { ...back, state: reversed.state, orderId };
}

const PAISE_PER_RUPEE = 100;

export const toRupees = ({ fee_paise }: Pick<Examination, 'fee_paise'>): number =>
  fee_paise / PAISE_PER_RUPEE;

/** Of its order; without one the fee of today. Rupees. */
export const toAmount = (
  { orders, orderId }: Pick<Application, 'orders' | 'orderId'>,
  { fee_paise }: Pick<Examination, 'fee_paise'>,
): number => toRupees({ fee_paise: orders.find((order) => order.orderId === orderId)?.amount ?? fee_paise });
