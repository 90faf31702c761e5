import { randomUUID } from 'node:crypto';
import type { EntryPoints, SentWebhook } from './entry-points.ts';
import type { Process } from './process.ts';
import { type FakePayment, type ProviderState, pick } from './provider-state.ts';
import type { Operation } from './steps.ts';

const APPLICATION = 'ARC24-MODEL';

/** The environment and target of an operation. */
export interface OperationContext {
  readonly process: Process;
  readonly entryPoints: EntryPoints;
  readonly theirs: ProviderState;
  /** The provider's ids of the application's orders, the current one first. */
  readonly orderIds: readonly string[];
  /** All webhooks sent so far, for repeats. */
  readonly sent: SentWebhook[];
}

/** Runs it if there is a target. */
export async function perform(context: OperationContext, operation: Operation): Promise<unknown> {
  const { process, entryPoints, theirs, orderIds, sent } = context;
  switch (operation.name) {
    case 'ensure':
      return process.ensureOrder(APPLICATION);
    case 'leave':
      return orderIds[0] === undefined ? process.ensureOrder(APPLICATION) : process.leave(orderIds[0]);
    case 'recheck':
      return withOrder(context, operation.order, process.recheck);
    case 'cancel':
      return withOrder(context, operation.order, entryPoints.sendCancel);
    case 'callback of a payment':
      return withPayment(context, operation.which, entryPoints.sendPaidCallback);
    case 'callback of a failure':
      return withPayment(context, operation.which, entryPoints.sendFailedCallback);
    case 'webhook':
      return sendWebhook(context, operation);
    case 'webhook again': {
      const earlier = pick(sent, operation.which);
      return (
        earlier && entryPoints.sendWebhook({ ...earlier, ...(operation.otherId ? { id: randomUUID() } : {}) })
      );
    }
    case 'decide': {
      const payment = pick(theirs.payments(), operation.which);
      const { outcome } = operation;
      return payment && process.decide({ paymentId: payment.id, outcome, by: 'clerk' });
    }
    case 'reconcile':
    case 'sweep':
    case 'refunding':
      return process[operation.name]();
  }
}

async function withOrder(
  { orderIds }: OperationContext,
  which: number,
  work: (orderId: string) => Promise<unknown>,
): Promise<unknown> {
  const orderId = pick(orderIds, which);
  return orderId && work(orderId);
}

async function withPayment(
  { theirs }: OperationContext,
  which: number,
  work: (orderId: string, paymentId: string) => Promise<unknown>,
): Promise<unknown> {
  const payment = pick(theirs.payments(), which);
  return payment && work(payment.order_id, payment.id);
}

async function sendWebhook(
  { theirs, entryPoints, sent }: OperationContext,
  { which, event, late }: Operation & { name: 'webhook' },
): Promise<void> {
  const payment = pick(theirs.payments(), which);
  const text = payment && createWebhookText(theirs, { event, payment_id: payment.id, late });
  if (!text) return;
  const webhook = { id: randomUUID(), text };
  sent.push(webhook);
  await entryPoints.sendWebhook(webhook);
}

/**
 * The text of a webhook about a payment as it was some changes ago; undefined when there is nothing to
 * report.
 */
function createWebhookText(
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
