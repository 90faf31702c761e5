import type { FakePayment, ProviderState } from './provider-state.ts';

/**
 * The text of a webhook about a payment as it was some changes ago; undefined when there is nothing to
 * report.
 */
export function createWebhookText(
  theirs: ProviderState,
  { event, payment_id, late }: { event: string; payment_id: string; late: number },
): string | undefined {
  const payment = theirs.payments(late).find(({ id }) => id === payment_id);
  const entities = payment && toEntities(theirs, event, payment);
  return entities && JSON.stringify({ event, created_at: theirs.payments().length, payload: entities });
}

function toEntities(theirs: ProviderState, event: string, payment: FakePayment): object | undefined {
  const { id, order_id, amount, currency, status, method } = payment;
  const about = { payment: { entity: { id, order_id, amount, currency, status, method } } };
  if (event.startsWith('refund.')) {
    const refund = theirs.refunds.find(({ payment_id }) => payment_id === id);
    const refunded = { payment: { entity: { ...about.payment.entity, status: 'refunded' } } };
    return refund && { ...refunded, refund: { entity: { ...refund, amount } } };
  }
  if (event.startsWith('payment.dispute.')) {
    const dispute = theirs.disputes.find(({ payment_id }) => payment_id === id);
    return dispute && { ...about, dispute: { entity: { ...dispute, amount } } };
  }
  if (event === 'order.paid')
    return { ...about, order: { entity: { id: order_id, amount, status: 'paid' } } };
  return about;
}
