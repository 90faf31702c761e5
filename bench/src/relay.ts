import { randomUUID } from 'node:crypto';
import { eventually, type Portal, registerApplicant, submitNewApplication } from '@archaka/test-kit';
import { mongo } from 'mongoose';
import { type Figure, measureMs, median } from './figures.ts';
import { whilePaused } from './processes.ts';

const ROUNDS = 3;
const EVENTS = 10_000;
const EVENTS_PER_SECOND = 2600;
const RELAY_MS = 60_000;
const PUBLISHER = 'svc-application';
const CONSUMERS = ['svc-auth', 'svc-payment', 'svc-ticket'];

/** The row of a published event as it was before its publication; each copy is an event of its own. */
function toOutboxRow({ publishedAt: _at, ...row }: mongo.Document): mongo.Document {
  return { ...row, _id: randomUUID(), writtenAt: new Date(), dueAt: new Date(0), refusals: 0 };
}

/** Milliseconds until the publisher's process has relayed the events, which it finds when it continues. */
async function relay(portal: Portal, database: mongo.Db): Promise<number> {
  const published = await database.collection('published').find().toArray();
  const outbox = database.collection<mongo.Document>('outbox');
  const events = Array.from({ length: EVENTS }, (_, index) =>
    toOutboxRow(published[index % published.length] ?? {}),
  );
  await whilePaused(portal, [PUBLISHER], () => outbox.insertMany(events));
  const isEmpty = async () => (await outbox.findOne({})) === null;
  return measureMs(() => eventually(isEmpty, { timeoutMs: RELAY_MS, intervalMs: 20 }));
}

/** The outbox of svc-application, whose consumers are suspended meanwhile. */
export async function measure(portal: Portal): Promise<Figure[]> {
  await submitNewApplication(await registerApplicant(portal.origin));
  const client = await new mongo.MongoClient((await portal.running()).mongoUrl).connect();
  const rates: number[] = [];
  await whilePaused(portal, CONSUMERS, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      rates.push((EVENTS * 1000) / (await relay(portal, client.db('archaka_application'))));
  });
  await client.close();
  const rate = median(rates);
  return [
    {
      name: `events that a process relays a second, median of ${ROUNDS} rounds of ${EVENTS}`,
      measured: `${rate.toFixed(0)} (${rates.map((each) => each.toFixed(0)).join(', ')})`,
      target: `≥ ${EVENTS_PER_SECOND}`,
      isReached: rate >= EVENTS_PER_SECOND,
    },
  ];
}
