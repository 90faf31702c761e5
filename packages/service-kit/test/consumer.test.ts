import { deadLetterQueue, eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { DependencyUnavailable } from '../src/errors.ts';
import { buildEnvelope, getMessage, send } from './support/messages.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';

const harness = await openMessagingHarness();
afterAll(() => harness.close());

const readCount = async (queue: string) => (await harness.channel.checkQueue(queue)).messageCount;
const waitForEffect = (effect: string) => eventually(async () => (await harness.effects.count(effect)) > 0);
const waitForLogLine = (text: string) =>
  eventually(() => harness.logLines.some((line) => line.includes(text)));
const waitForDeadLetter = (service: string) =>
  eventually(() => getMessage(harness.channel, deadLetterQueue(service)));

test('applies an event once when its handler fails first, without effects of the failed attempts', async () => {
  const { effects, channel } = harness;
  const attempts: number[] = [];
  const handle = async (id: string) => {
    attempts.push(Date.now());
    await effects.add(id);
    if (attempts.length < 3) throw new Error('not yet');
  };
  const consumer = await harness.startTicketConsumer('svc-failing', handle, [100, 200]);
  await send(channel, buildEnvelope('failing'));
  await waitForEffect('failing');
  await consumer.stop();
  expect(await effects.count('failing')).toBe(1);
  const [first = 0, second = 0, third = 0] = attempts;
  expect(second - first).toBeGreaterThanOrEqual(100);
  expect(third - second).toBeGreaterThanOrEqual(200);
});

/** A gate that handlers wait at. Counts those in flight, now and at most. */
function createGate() {
  const opened = Promise.withResolvers<void>();
  const held = { now: 0, max: 0 };
  const pass = async (work: () => Promise<void>) => {
    held.now += 1;
    held.max = Math.max(held.max, held.now);
    await opened.promise;
    await work();
    held.now -= 1;
  };
  return { pass, held, open: opened.resolve };
}

/** Delivers these messages to no consumer and requeues them, as when a consumer was killed. */
async function simulateRedelivery(queue: string, ids: readonly string[]) {
  const { channel } = harness;
  for (const id of ids) await send(channel, buildEnvelope(id));
  const delivered = ids.map(() => eventually(async () => (await channel.get(queue)) || undefined));
  for (const message of await Promise.all(delivered)) channel.nack(message, false, true);
}

test('handles new events concurrently, and redelivered ones one at a time', async () => {
  const { effects, channel } = harness;
  const [oldGate, newGate] = [createGate(), createGate()];
  oldGate.open();
  const handle = async (id: string) => {
    await (id.startsWith('new') ? newGate : oldGate).pass(() => effects.add(id));
  };
  const queue = eventsQueue('svc-side');
  await (await harness.startTicketConsumer('svc-side', effects.add)).stop();
  const before = ['before-1', 'before-2', 'before-3'];
  await simulateRedelivery(queue, before);

  const consumer = await harness.startTicketConsumer('svc-side', handle);
  for (const id of before) await waitForEffect(id);
  expect(oldGate.held.max).toBe(1);
  for (const id of ['new-1', 'new-2', 'new-3']) await send(channel, buildEnvelope(id));
  await eventually(() => newGate.held.now === 3);
  newGate.open();
  await consumer.stop();
});

test('finishes deliveries in flight when it stops, and leaves the rest', async () => {
  const { effects, channel } = harness;
  const { pass, held, open } = createGate();
  const handle = (id: string) => pass(() => effects.add(id));
  const consumer = await harness.startTicketConsumer('svc-stopping', handle);
  await send(channel, buildEnvelope('in-hand'));
  await eventually(() => held.now === 1);

  let stopped = false;
  const stopping = consumer.stop().then(() => {
    stopped = true;
  });
  await eventually(() => !consumer.isListening());
  await send(channel, buildEnvelope('too-late'));
  expect(stopped).toBe(false);
  open();
  await stopping;

  expect(await effects.count('in-hand')).toBe(1);
  await eventually(async () => (await readCount(eventsQueue('svc-stopping'))) === 1);
  expect(held.max).toBe(1);
});

test('leaves redelivered events that wait for another one when it stops', async () => {
  const { effects } = harness;
  const { pass, held, open } = createGate();
  const handle = (id: string) => pass(() => effects.add(id));
  const queue = eventsQueue('svc-leaving');
  await (await harness.startTicketConsumer('svc-leaving', handle)).stop();
  await simulateRedelivery(queue, ['held', 'next-1', 'next-2']);
  const consumer = await harness.startTicketConsumer('svc-leaving', handle);
  await eventually(() => held.now === 1);
  const stopping = consumer.stop();
  await eventually(() => !consumer.isListening());
  open();
  await stopping;
  await eventually(async () => (await readCount(queue)) === 2);
  expect(held).toEqual({ now: 0, max: 1 });
});

test('listens only while it has all of its queues', async () => {
  const { broker, channel } = harness;
  const consumer = await harness.startTicketConsumer('svc-incomplete', async () => {});
  await channel.deleteQueue(deadLetterQueue('svc-incomplete'));
  broker.cut();
  await eventually(() => !consumer.isListening());
  broker.restore();
  await waitForLogLine("no queue 'svc-incomplete.dead'");
  expect(consumer.isListening()).toBe(false);
  await harness.declare('svc-incomplete', [50]);
  await eventually(() => consumer.isListening());
  await consumer.stop();
});

test('handles no event of a channel that is paused for the database', async () => {
  const { effects } = harness;
  const queue = eventsQueue('svc-paused');
  await (await harness.startTicketConsumer('svc-paused', effects.add)).stop();
  await simulateRedelivery(queue, ['paused-1', 'paused-2']);
  const attempts: { id: string; at: number }[] = [];
  const handle = async (id: string) => {
    attempts.push({ id, at: performance.now() });
    if (attempts.length === 1) throw new DependencyUnavailable('store');
    await effects.add(id);
  };
  const consumer = await harness.startTicketConsumer('svc-paused', handle, []);
  for (const id of ['paused-1', 'paused-2']) await waitForEffect(id);
  await consumer.stop();
  const [failed, ...later] = attempts;
  expect(later.map(({ id }) => id).sort()).toEqual(['paused-1', 'paused-2']);
  // The database is polled after a second.
  for (const { at } of later) expect(at - (failed?.at ?? 0)).toBeGreaterThan(900);
});

test('leaves a message unacknowledged until it can be republished', async () => {
  const { effects, channel } = harness;
  const consumer = await harness.startTicketConsumer('svc-kept', effects.add);
  await channel.deleteQueue(deadLetterQueue('svc-kept'));
  await send(channel, 'not JSON');
  await waitForLogLine('the queue svc-kept.dead does not exist');
  await harness.declare('svc-kept');
  expect((await waitForDeadLetter('svc-kept')).headers['x-reason']).toBe('malformed');
  await eventually(async () => (await readCount(eventsQueue('svc-kept'))) === 0);
  await consumer.stop();
});
