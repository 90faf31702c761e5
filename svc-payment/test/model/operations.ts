import { randomUUID } from 'node:crypto';
import type { EntryPoints, SentWebhook } from './entry-points.ts';
import { pick } from './pick.ts';
import type { Process } from './process.ts';
import type { ProviderState } from './provider-state.ts';
import type { Operation } from './steps.ts';
import { createWebhookText } from './webhook-texts.ts';

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
