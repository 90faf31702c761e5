import { ticketIssued } from '@archaka/contracts';
import { deadQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { on } from '../src/events/taken.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { envelopeFor, issued, send } from './fixtures/messages.ts';

const PATIENCE = { timeoutMs: 40_000 };

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

test('a consumer whose store is down pauses, and fails no message', async () => {
  const { channel, effects, store } = bench;
  const takes = [on(ticketIssued, ({ application_id }) => effects.add(application_id))];
  const consumer = await bench.consumer('svc-paused', takes, []);
  await eventually(() => consumer.listening());

  store.cut();
  const ids = Array.from({ length: 5 }, (_, place) => `paused-${place}`);
  for (const id of ids) await send(channel, envelopeFor(id));
  await eventually(() => !consumer.listening(), PATIENCE);
  const waiting = async () => (await channel.checkQueue('svc-paused.events')).messageCount === ids.length;
  await eventually(waiting, PATIENCE);

  store.mend();
  for (const id of ids) await eventually(async () => (await effects.count(id)) === 1, PATIENCE);
  expect((await channel.checkQueue(deadQueue('svc-paused'))).messageCount).toBe(0);
  await consumer.stop();
});

test('events get through a broker whose connections break, and each has one effect', async () => {
  const { effects, db, broker, outbox } = bench;
  const takes = [on(ticketIssued, ({ application_id }) => effects.add(application_id))];
  const relay = bench.relay();
  const consumer = await bench.consumer('svc-broken', takes);
  await eventually(() => consumer.listening());

  const ids = Array.from({ length: 60 }, (_, place) => `broken-${place}`);
  for (const [place, id] of ids.entries()) {
    await db.transaction(() => relay.events.publish(ticketIssued, issued(id)));
    if (place % 20 === 10) broker.cut();
    if (place % 20 === 15) broker.mend();
  }
  for (const id of ids) await eventually(async () => (await effects.count(id)) > 0, PATIENCE);
  await eventually(async () => (await outbox.countDocuments()) === 0, PATIENCE);
  await Promise.all([relay.stop(), consumer.stop()]);
  for (const id of ids) expect([id, await effects.count(id)]).toEqual([id, 1]);
});
