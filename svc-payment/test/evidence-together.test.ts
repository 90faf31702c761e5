import { type EventDefinition, paymentCaptured } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createEvidence, type Evidence } from '../src/domain/evidence.ts';
import { buildPayment } from '../src/domain/testing/builders.ts';
import { createEvidenceProcessor } from '../src/features/confirm-payment/confirm-payment.ts';
import { ReportNotShown } from '../src/features/confirm-payment/provider-snapshot.ts';
import { createPaymentStore } from './support/payment-store.ts';

const store = createPaymentStore();
const [application_id, order_id, payment_id] = ['ARC24-EXAMPLE1', 'order_1', 'pay_1'];

/** An order at the checkout, and the processor of an instance at whose requests Razorpay shows its payment as captured. */
async function createOrder(listPayments: () => Promise<void>) {
  const { orders, ...parts } = store.createParts();
  const order = { application_id, purpose: 'application', user_id: 'user_1', amount: 10_000 } as const;
  await orders.createIfMissing(order);
  await orders.markCreated(application_id, order_id, 60_000);
  const published: string[] = [];
  const createInstance = () =>
    createEvidenceProcessor({
      ...parts,
      orders,
      events: { publish: async ({ type }: EventDefinition) => void published.push(type) },
      provider: { listPayments: () => listPayments().then(() => [buildPayment()]) },
      refundQueue: { notify: () => undefined },
      settings: { secondPayment: 'refund' },
    } as never);
  return { createInstance, published, readOrder: () => orders.find(order_id) };
}

const receive = (key: string, more: Pick<Evidence, 'source' | 'kind'> & Partial<Evidence>) => {
  const { key: _id, ...evidence } = createEvidence({ key, order_id, payment_id, ...more });
  return { ...evidence, _id, at: new Date(), due_at: new Date(), tries: 0 };
};
const callback = receive('callback', { source: 'callback', kind: 'returned-paid' });
const webhook = receive('webhook', { source: 'webhook', kind: 'captured' });

test('settles the evidence of an order that is due together by one request and one write, but what Razorpay does not show', async () => {
  let requests = 0;
  const { createInstance, published, readOrder } = await createOrder(async () => {
    requests += 1;
  });
  const payload = { payment: { entity: { id: payment_id, status: 'refunded' } } };
  const received = { event: 'refund.processed', payload };
  const refund = receive('refund', { source: 'webhook', kind: 'refund-processed', received });
  const entries = [callback, refund, webhook, { ...webhook, _id: 'webhook-2', kind: 'authorized' as const }];

  const process = createInstance();
  const outcomes = await Promise.allSettled(entries.map(process));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: expect.any(ReportNotShown) });
  expect({ requests, published }).toEqual({ requests: 1, published: [paymentCaptured.type] });
  expect(await readOrder()).toMatchObject({ state: 'captured', payment_id, revision: 1 });
  const { attempts } = store.createParts();
  expect(await attempts.findByOrder(order_id)).toMatchObject([{ payment_id, state: 'captured' }]);

  await Promise.all([webhook, callback].map(process));
  expect({ requests, published }).toEqual({ requests: 2, published: [paymentCaptured.type] });
});

test('captures an order once when two instances have read it before either writes', async () => {
  const both = Promise.withResolvers<void>();
  let requests = 0;
  const { createInstance, published, readOrder } = await createOrder(() => {
    requests += 1;
    if (requests === 2) both.resolve();
    return both.promise;
  });
  await Promise.all([createInstance()(callback), createInstance()(webhook)]);
  expect(published).toEqual([paymentCaptured.type]);
  expect(await readOrder()).toMatchObject({ state: 'captured', revision: 2 });
});
