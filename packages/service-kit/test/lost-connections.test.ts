import { ticketIssued } from '@archaka/contracts';
import { deadLetterQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { isWaiting } from '../src/events/outbox.ts';
import { buildEnvelope, buildTicketIssued, send } from './support/messages.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';

const TIMEOUT = { timeoutMs: 40_000 };

const harness = await openMessagingHarness();
afterAll(() => harness.close());

test('pauses a consumer while its database is down, without failing a message', async () => {
  const { channel, effects, store } = harness;
  const consumer = await harness.startTicketConsumer('svc-paused', effects.add, []);

  store.cut();
  const ids = Array.from({ length: 5 }, (_, index) => `paused-${index}`);
  for (const id of ids) await send(channel, buildEnvelope(id));
  await eventually(() => !consumer.isListening(), TIMEOUT);
  const areQueued = async () => (await channel.checkQueue('svc-paused.events')).messageCount === ids.length;
  await eventually(areQueued, TIMEOUT);

  store.restore();
  for (const id of ids) await eventually(async () => (await effects.count(id)) === 1, TIMEOUT);
  expect((await channel.checkQueue(deadLetterQueue('svc-paused'))).messageCount).toBe(0);
  await consumer.stop();
});

test('delivers events through a broker with broken connections, and applies each once', async () => {
  const { effects, db, broker, outbox } = harness;
  const relay = harness.relay();
  const consumer = await harness.startTicketConsumer('svc-broken', effects.add);

  const ids = Array.from({ length: 60 }, (_, index) => `broken-${index}`);
  for (const [index, id] of ids.entries()) {
    await db.transaction(() => relay.events.publish(ticketIssued, buildTicketIssued(id)));
    if (index % 20 === 10) broker.cut();
    if (index % 20 === 15) broker.restore();
  }
  for (const id of ids) await eventually(async () => (await effects.count(id)) > 0, TIMEOUT);
  await eventually(async () => (await outbox.countDocuments(isWaiting)) === 0, TIMEOUT);
  await Promise.all([relay.stop(), consumer.stop()]);
  for (const id of ids) expect([id, await effects.count(id)]).toEqual([id, 1]);
});
