import type { Application, CapturedPayment, OrderRef } from './application.ts';

/** What changes in an application by what is told of its orders and payments, in whatever order it is told. */
export type PaymentChange = Partial<
  Pick<
    Application,
    'state' | 'stateAt' | 'orderId' | 'transactionId' | 'orders' | 'payments' | 'lostPayments'
  >
>;

const getRound = ({ orders }: Pick<Application, 'orders'>, orderId: string | null): number =>
  orders.find((order) => order.orderId === orderId)?.round ?? 0;

/** The order that came in place of this one, if one is known. */
export const findSuccessor = (
  { orders }: Pick<Application, 'orders'>,
  orderId: string,
): OrderRef | undefined => {
  const last = orders.toSorted((one, other) => one.round - other.round).at(-1);
  return last && last.round > getRound({ orders }, orderId) ? last : undefined;
};

/** An order became known. */
export function applyOrderCreated(application: Application, order: OrderRef): PaymentChange {
  const { state, orderId } = application;
  if (application.orders.some((known) => known.orderId === order.orderId)) return {};
  const orders = [...application.orders, order];
  const isNext = state === 'reversed' && order.round > getRound(application, orderId);
  return state === 'submitted' || isNext ? { orders, orderId: order.orderId, state: 'ordered' } : { orders };
}

/** Whether a captured payment is news: not known yet, and not known to have gone back. */
export const isNewPayment = ({ payments, lostPayments }: Application, paymentId: string): boolean =>
  !lostPayments.includes(paymentId) && !payments.some((payment) => payment.paymentId === paymentId);

/** The application is paid by this payment. */
export const applyCapture = ({ paymentId, orderId, at }: CapturedPayment): PaymentChange => ({
  state: 'paid',
  stateAt: at,
  orderId,
  transactionId: paymentId,
});

/**
 * The money of a payment went back. If it was the one that paid, another that is here pays in its place;
 * without one the application is to be paid again.
 */
export function reversePayment(application: Application, paymentId: string, at: Date): PaymentChange {
  const lostPayments = [...new Set([...application.lostPayments, paymentId])];
  if (application.state !== 'paid' || application.transactionId !== paymentId) return { lostPayments };
  const other = application.payments.find((payment) => !lostPayments.includes(payment.paymentId));
  if (other) return { lostPayments, ...applyCapture(other) };
  const next = findSuccessor(application, application.orderId ?? '');
  const unpaid = next
    ? ({ state: 'ordered', orderId: next.orderId } as const)
    : ({ state: 'reversed' } as const);
  return { lostPayments, transactionId: null, stateAt: at, ...unpaid };
}
