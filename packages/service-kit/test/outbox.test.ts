import { ticketIssued } from '@archaka/contracts';
import { createTopology, deadLetterQueue, eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { createOutboxRow, isWaiting } from '../src/events/outbox.ts';
import { buildTicketIssued, captureEvents } from './support/messages.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';

const harness = await openMessagingHarness();
afterAll(() => harness.close());
const capturedEvents = await captureEvents(harness.channel);

const findEvents = (prefix: string) =>
  capturedEvents.filter(({ data }) => (data as { application_id: string }).application_id.startsWith(prefix));
const outboxIsEmpty = async () => (await harness.outbox.countDocuments(isWaiting)) === 0;

test('sends every event once with two concurrent relays', async () => {
  const relays = [harness.relay(), harness.relay()];
  const publish = (place: number) =>
    harness.db.transaction(async () => {
      for (const part of ['a', 'b', 'c']) {
        await relays[place % 2]?.events.publish(ticketIssued, buildTicketIssued(`side-${place}${part}`));
      }
    });
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 10 }, (_, place) => publish(round * 10 + place)));
  }
  await eventually(outboxIsEmpty);
  const sent = await eventually(() => findEvents('side-').length >= 300 && findEvents('side-'));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(300);
  expect(sent).toHaveLength(300);
  await Promise.all(relays.map((relay) => relay.stop()));
});

test('postpones a row that cannot be sent, and sends the others', async () => {
  const unsendable = (_id: string) => createOutboxRow({ _id, type: 'x'.repeat(300), body: '{}' });
  await harness.outbox.create([unsendable('bad'), { ...unsendable('worse'), tries: 7 }]);
  const { events, stop } = harness.relay();
  await harness.db.transaction(() => events.publish(ticketIssued, buildTicketIssued('beside')));

  await eventually(() => findEvents('beside').length === 1);
  const bad = await eventually(() => harness.outbox.findOne({ _id: 'bad', tries: { $gte: 1 } }).lean());
  expect(bad.parked_at).toBeNull();
  const worse = await eventually(() =>
    harness.outbox.findOne({ _id: 'worse', parked_at: { $type: 'date' } }).lean(),
  );
  expect(Number(worse.due_at)).toBeGreaterThan(Date.now() + 30 * 60_000);

  await harness.db.transaction(() => events.publish(ticketIssued, buildTicketIssued('afterwards')));
  await eventually(() => findEvents('afterwards').length === 1);
  await harness.outbox.deleteMany({});
  await stop();
});

test('retains an event for a consumer without a queue or a binding, although another consumer has them', async () => {
  const { channel, declare, logLines } = harness;
  await declare('svc-other');
  for (const queue of [eventsQueue, deadLetterQueue]) await channel.deleteQueue(queue('svc-application'));
  const failures = () => logLines.filter((line) => line.includes('setting up a channel failed')).length;
  const nextFailure = async (before = failures()) => eventually(() => failures() > before);
  const { events, stop } = harness.relay();
  await harness.db.transaction(() => events.publish(ticketIssued, buildTicketIssued('kept')));
  await nextFailure();
  const [incoming] = createTopology({ service: 'svc-application', types: [], delays: [] }).queues;
  await channel.assertQueue(eventsQueue('svc-application'), { arguments: incoming?.arguments });
  await nextFailure();
  await nextFailure();

  const handled: string[] = [];
  const consumer = await harness.startTicketConsumer('svc-application', async (id) => void handled.push(id));
  await eventually(() => handled.includes('kept'));
  await Promise.all([stop(), consumer.stop()]);
});
