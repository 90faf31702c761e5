import { createLog, type OpenDatabase, openDatabase } from '@archaka/service-kit';
import { isolatedDatabases } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import { evidence } from '../src/domain/evidence.ts';
import { attemptStore } from '../src/store/attempts.ts';
import { evidenceStore } from '../src/store/evidence.ts';
import { orderStore } from '../src/store/orders.ts';

interface Question {
  readonly collection: string;
  readonly filter: mongo.Filter<mongo.Document>;
}

const { mongoUrl, drop } = isolatedDatabases();
let db: OpenDatabase;
const asked: Question[] = [];

beforeAll(async () => {
  db = await openDatabase({
    url: mongoUrl,
    service: 'payment',
    log: createLog({ name: 'indexes', level: 'silent' }),
  });
  db.connection.set('debug', (collection: string, method: string, filter: Question['filter']) => {
    if (/^(find|update|delete|count)/.test(method)) asked.push({ collection, filter });
    if (method === 'aggregate') asked.push({ collection, filter: filter[0]?.$match });
  });
});
afterAll(async () => {
  await db?.close();
  await drop();
});

/** How MongoDB would look for it: the stages of its plan. */
async function planOf({ collection, filter }: Question): Promise<string> {
  const { queryPlanner } = await db.connection.collection(collection).find(filter).explain('queryPlanner');
  return JSON.stringify(queryPlanner.winningPlan);
}

test('nothing is looked for by reading a whole collection', async () => {
  const orders = orderStore(db, 1000);
  const attempts = attemptStore(db);
  const story = evidenceStore(db);
  await db.prepareModels();
  const piece = evidence({
    key: 'webhook:1',
    source: 'webhook',
    tells: 'captured',
    order_id: 'order_1',
    payment_id: 'pay_1',
    received: {},
  });

  await orders.find('order_1');
  await orders.findAll(['order_1', 'order_2']);
  await orders.findByApplication('ARC24-1');
  await orders.lease('ARC24-1');
  await orders.lock('order_1');
  await orders.left('order_1');
  await orders.lookRows.claim({ limit: 1 });
  await orders.unreconciled();
  await attempts.of('order_1');
  await attempts.ofApplications(['ARC24-1']);
  await attempts.takenOf(['pay_1', 'pay_2']);
  await attempts.findByPayment('pay_1');
  await attempts.awaitingClerk();
  await attempts.refundNews('pay_1');
  await attempts.refundRows.claim({ limit: 1 });
  await attempts.refundBacklog();
  await story.receive(piece, { textHash: 'hash' });
  await story.receive({ ...piece, key: 'webhook:2' }, { textHash: 'hash' });
  await story.newOf([piece]);
  await story.hint(piece);
  for (const claimed of await story.rows.claim({ limit: 1 })) await story.rows.renew(claimed);
  await story.rows.claim({ limit: 1, id: piece.key });
  await story.backlog();
  await story.of(['order_1']);
  for await (const _attempt of attempts.openedIn({ from: new Date(0), to: new Date() })) break;

  expect(asked.length).toBeGreaterThan(20);
  const plans = await Promise.all(
    asked.map(async (question) => ({ ...question, plan: await planOf(question) })),
  );
  expect(plans.filter(({ plan }) => plan.includes('COLLSCAN'))).toEqual([]);
});
