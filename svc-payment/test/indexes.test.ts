import { Tombstones } from '@archaka/service-kit';
import { findCollectionScans } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { createEvidence } from '../src/domain/evidence.ts';
import { createPaymentStore } from './support/payment-store.ts';

const { db, createParts } = createPaymentStore();

test('no query reads a whole collection', async () => {
  const { orders, attempts, evidence } = createParts();
  const tombstones = new Tombstones(db().connection);
  const entry = createEvidence({
    key: 'webhook:1',
    source: 'webhook',
    kind: 'captured',
    order_id: 'order_1',
    payment_id: 'pay_1',
    received: {},
  });

  const { queries, scanned } = await findCollectionScans(db().connection, async () => {
    await orders.find('order_1');
    await tombstones.assertNone(['ARC24-1']);
    await orders.findByIds(['order_1', 'order_2']);
    await orders.findByApplication('ARC24-1');
    await orders.createLeased({ application_id: 'ARC24-1', user_id: 'user', amount: 10_000 });
    await orders.lease('ARC24-1');
    await orders.lock('order_1');
    await orders.markCheckoutStarted('order_1', 1000);
    await orders.rows.claim({ limit: 1 });
    await orders.readBacklog();
    await attempts.findByOrder('order_1');
    await attempts.findByApplications(['ARC24-1']);
    await attempts.findCapturedPaymentIds(['pay_1', 'pay_2']);
    await attempts.findByPayment('pay_1');
    await attempts.findAwaitingApproval();
    await attempts.markRefundDue('pay_1');
    await attempts.rows.claim({ limit: 1 });
    await attempts.readBacklog();
    await evidence.receive(entry, { textHash: 'hash' });
    await evidence.receive({ ...entry, key: 'webhook:2' }, { textHash: 'hash' });
    await evidence.filterNew([entry]);
    await evidence.enqueueHint(entry);
    for (const claimed of await evidence.rows.claim({ limit: 1 })) await evidence.rows.renew(claimed);
    await evidence.rows.claim({ limit: 1, id: entry.key });
    await evidence.readBacklog();
    await evidence.findByOrders(['order_1']);
    for await (const _attempt of attempts.streamOpenedBetween({ from: new Date(0), to: new Date() })) break;
  });
  expect(queries).toBeGreaterThan(20);
  expect(scanned).toEqual([]);
});
