import { randomUUID } from 'node:crypto';
import { eventually, type Portal, startPortal } from '@archaka/test-kit';
import type { mongo } from 'mongoose';
import { createTestDocuments } from '../applicants/documents.ts';
import { goToTicket } from '../applicants/go-to-ticket.ts';
import { createWalker } from '../applicants/journey.ts';
import { createTrafficMeter } from '../applicants/traffic-meter.ts';
import { openStore, type Store } from '../growth/store.ts';
import { measureMs, median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import { whilePaused } from '../while-paused.ts';

const ROUNDS = 3;
const EVENTS = 10_000;
const EVENTS_PER_SECOND = 2600;
const RELAY_MS = 60_000;
const PUBLISHER = 'svc-application';
const CONSUMERS = ['svc-auth', 'svc-payment', 'svc-ticket'];

/** The row of a published event as it was before its publication. */
export const toOutboxRow = ({ publishedAt: _at, ...row }: mongo.Document): mongo.Document => ({
  ...row,
  ...{ writtenAt: new Date(), dueAt: new Date(0), refusals: 0 },
});

/** Copies of events that the publisher has written for an applicant. Each copy is a message of its own. */
async function createEvents({ collection }: Store): Promise<mongo.Document[]> {
  const published = await collection('archaka_application.published').find().toArray();
  return Array.from({ length: EVENTS }, (_, index) => ({
    ...toOutboxRow(published[index % published.length] ?? {}),
    _id: randomUUID(),
  }));
}

/** Milliseconds until the publisher's process has relayed the events, which it finds when it continues. */
async function relay(portal: Portal, store: Store): Promise<number> {
  const outbox = store.collection('archaka_application.outbox');
  const events = await createEvents(store);
  await whilePaused(portal, [PUBLISHER], () => outbox.insertMany(events));
  const isEmpty = async () => (await outbox.findOne({})) === null;
  return measureMs(() => eventually(isEmpty, { timeoutMs: RELAY_MS, intervalMs: 20 }));
}

async function measureRelayRate(portal: Portal): Promise<Figure[]> {
  const context = { portal, meter: createTrafficMeter(), documents: await createTestDocuments() };
  await goToTicket(createWalker(context), context);
  const store = await openStore(portal);
  const rates: number[] = [];
  await whilePaused(portal, CONSUMERS, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      rates.push((EVENTS * 1000) / (await relay(portal, store)));
  });
  await store.close();
  const rate = median(rates);
  return [
    {
      name: `events that a process relays a second, median of ${ROUNDS} rounds of ${EVENTS}`,
      measured: `${rate.toFixed(0)} (${rates.map((each) => each.toFixed(0)).join(', ')})`,
      target: String(EVENTS_PER_SECOND),
      ratio: (rate / EVENTS_PER_SECOND).toFixed(2),
      isReached: rate >= EVENTS_PER_SECOND,
    },
  ];
}

/** `npm run bench -- relay`: the outbox of svc-application, whose consumers are stopped meanwhile. */
export async function measure(): Promise<Figure[]> {
  const portal = await startPortal({ env: { LOG_LEVEL: 'warn' } });
  try {
    return await measureRelayRate(portal);
  } finally {
    await portal.stop();
  }
}
