import { randomUUID } from 'node:crypto';
import type { Doors, SentWebhook } from './doors.ts';
import { pick } from './pick.ts';
import type { Process } from './process.ts';
import type { ProviderBooks } from './provider-books.ts';
import type { Operation } from './steps.ts';
import { webhookText } from './webhook-texts.ts';

const APPLICATION = 'ARC24-MODEL';

/** Where an operation is done, and on what. */
export interface Scene {
  readonly process: Process;
  readonly doors: Doors;
  readonly theirs: ProviderBooks;
  /** The provider's ids of the application's orders, the present one first. */
  readonly orderIds: readonly string[];
  /** Every webhook that was sent, to be sent again. */
  readonly sent: SentWebhook[];
}

/** Does it, when there is something to do it on. */
export async function perform(scene: Scene, operation: Operation): Promise<unknown> {
  const { process, doors, theirs, orderIds, sent } = scene;
  switch (operation.name) {
    case 'ensure':
      return process.ensureOrder(APPLICATION);
    case 'leave':
      return orderIds[0] === undefined ? process.ensureOrder(APPLICATION) : process.leave(orderIds[0]);
    case 'recheck':
      return withOrder(scene, operation.order, process.recheck);
    case 'cancel':
      return withOrder(scene, operation.order, doors.cancel);
    case 'came back paid':
      return withPayment(scene, operation.which, doors.cameBackPaid);
    case 'came back failed':
      return withPayment(scene, operation.which, doors.cameBackFailed);
    case 'webhook':
      return sendWebhook(scene, operation);
    case 'webhook again': {
      const earlier = pick(sent, operation.which);
      return earlier && doors.webhook({ ...earlier, ...(operation.otherId ? { id: randomUUID() } : {}) });
    }
    case 'decide': {
      const payment = pick(theirs.payments(), operation.which);
      const { verdict } = operation;
      return payment && process.decide({ payment_id: payment.id, verdict, by: 'clerk' });
    }
    case 'reconcile':
    case 'sweep':
    case 'returning':
      return process[operation.name]();
  }
}

async function withOrder(
  { orderIds }: Scene,
  which: number,
  work: (orderId: string) => Promise<unknown>,
): Promise<unknown> {
  const orderId = pick(orderIds, which);
  return orderId && work(orderId);
}

async function withPayment(
  { theirs }: Scene,
  which: number,
  work: (orderId: string, paymentId: string) => Promise<unknown>,
): Promise<unknown> {
  const payment = pick(theirs.payments(), which);
  return payment && work(payment.order_id, payment.id);
}

async function sendWebhook(
  { theirs, doors, sent }: Scene,
  { which, event, late }: Operation & { name: 'webhook' },
): Promise<void> {
  const payment = pick(theirs.payments(), which);
  const text = payment && webhookText(theirs, { event, payment_id: payment.id, late });
  if (!text) return;
  const webhook = { id: randomUUID(), text };
  sent.push(webhook);
  await doors.webhook(webhook);
}
