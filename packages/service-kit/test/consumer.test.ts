import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { deadQueue, eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PartDown } from '../src/errors.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { envelopeFor, send, takeFrom } from './fixtures/messages.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const effectOf = (what: string) => eventually(async () => (await bench.effects.count(what)) > 0);
const deadLetter = (service: string) => eventually(() => takeFrom(bench.channel, deadQueue(service)));

test('an event delivered twice, even at once, has one effect', async () => {
  const { effects, channel } = bench;
  const consumer = await bench.taker('svc-twice', effects.add);
  const twice = envelopeFor('twice');
  await Promise.all([send(channel, twice), send(channel, twice), send(channel, twice)]);
  await send(channel, envelopeFor('after-twice'));
  await send(channel, twice);
  await effectOf('after-twice');
  await eventually(async () => (await channel.checkQueue('svc-twice.events')).messageCount === 0);
  await consumer.stop();
  expect(await effects.count('twice')).toBe(1);
});

test('events in another order than they were written each have their effect', async () => {
  const { effects, channel } = bench;
  const consumer = await bench.taker('svc-order', effects.add);
  const [first, second, third] = ['first', 'second', 'third'].map((id) => envelopeFor(`order-${id}`));
  for (const event of [third, first, second, first]) await send(channel, event);
  for (const id of ['first', 'second', 'third']) await effectOf(`order-${id}`);
  await consumer.stop();
  for (const id of ['first', 'second', 'third']) expect(await effects.count(`order-${id}`)).toBe(1);
});

test('a handler that fails and then succeeds has one effect, and none of its failed attempts', async () => {
  const { effects, channel } = bench;
  const attempts: number[] = [];
  const handle = async (id: string) => {
    attempts.push(Date.now());
    await effects.add(id);
    if (attempts.length < 3) throw new Error('not yet');
  };
  const consumer = await bench.taker('svc-failing', handle, [100, 200]);
  await send(channel, envelopeFor('failing'));
  await effectOf('failing');
  await consumer.stop();
  expect(await effects.count('failing')).toBe(1);
  const [first = 0, second = 0, third = 0] = attempts;
  expect(second - first).toBeGreaterThanOrEqual(100);
  expect(third - second).toBeGreaterThanOrEqual(200);
});

test('what always fails is a dead letter after its last attempt, and holds up nobody', async () => {
  const { effects, channel } = bench;
  const handle = async (id: string) => {
    if (id === 'hopeless') throw new Error('no place for 9876543210');
    await effects.add(id);
  };
  const consumer = await bench.taker('svc-hopeless', handle, [50, 50, 100]);
  await send(channel, envelopeFor('hopeless'));
  await send(channel, envelopeFor('hopeful'));
  await effectOf('hopeful');
  const { headers, text } = await deadLetter('svc-hopeless');
  expect(headers).toMatchObject({ 'x-reason': 'failed', 'x-failures': 4, 'x-error': 'no place for …' });
  expect(text).toContain('hopeless');
  await consumer.stop();
});

/** A gate that work waits at, and how much of it is there, waiting or being done: now, and at most. */
function gate() {
  const opening = Promise.withResolvers<void>();
  const held = { now: 0, most: 0 };
  const pass = async (work: () => Promise<void>) => {
    held.now += 1;
    held.most = Math.max(held.most, held.now);
    await opening.promise;
    await work();
    held.now -= 1;
  };
  return { pass, held, open: opening.resolve };
}

test('new events are handled side by side, and those that were delivered before one at a time', async () => {
  const { effects, channel } = bench;
  const [forOld, forNew] = [gate(), gate()];
  forOld.open();
  const handle = async (id: string) => {
    await (id.startsWith('new') ? forNew : forOld).pass(() => effects.add(id));
  };
  const queue = eventsQueue('svc-side');
  await (await bench.taker('svc-side', effects.add)).stop();
  const before = ['before-1', 'before-2', 'before-3'];
  for (const id of before) await send(channel, envelopeFor(id));
  const delivered = before.map(() => eventually(async () => (await channel.get(queue)) || undefined));
  for (const message of await Promise.all(delivered)) channel.nack(message, false, true);

  const consumer = await bench.taker('svc-side', handle);
  for (const id of before) await effectOf(id);
  expect(forOld.held.most).toBe(1);
  for (const id of ['new-1', 'new-2', 'new-3']) await send(channel, envelopeFor(id));
  await eventually(() => forNew.held.now === 3);
  forNew.open();
  await consumer.stop();
});

test('a consumer that stops finishes what it has in hand, and leaves the rest', async () => {
  const { effects, channel } = bench;
  const { pass, held, open } = gate();
  const handle = (id: string) => pass(() => effects.add(id));
  const consumer = await bench.taker('svc-stopping', handle);
  await send(channel, envelopeFor('in-hand'));
  await eventually(() => held.now === 1);

  let stopped = false;
  const stopping = consumer.stop().then(() => {
    stopped = true;
  });
  await eventually(() => !consumer.listening());
  await send(channel, envelopeFor('too-late'));
  expect(stopped).toBe(false);
  open();
  await stopping;

  expect(await effects.count('in-hand')).toBe(1);
  const left = () => channel.checkQueue(eventsQueue('svc-stopping'));
  await eventually(async () => (await left()).messageCount === 1);
  expect(held.most).toBe(1);
});

test('when the store goes down under an event, the event comes again and has one effect', async () => {
  const { effects, channel } = bench;
  let down = true;
  const handle = async (id: string) => {
    await effects.add(id);
    if (!down) return;
    down = false;
    throw new PartDown('store');
  };
  const consumer = await bench.taker('svc-interrupted', handle, []);
  await send(channel, envelopeFor('interrupted'));
  await effectOf('interrupted');
  await consumer.stop();
  expect(await effects.count('interrupted')).toBe(1);
  expect((await channel.checkQueue(deadQueue('svc-interrupted'))).messageCount).toBe(0);
});

test('a message that cannot be passed on is kept until it can', async () => {
  const { effects, channel } = bench;
  const consumer = await bench.taker('svc-kept', effects.add);
  await channel.deleteQueue(deadQueue('svc-kept'));
  await send(channel, 'not JSON');
  await bench.declare('svc-kept');
  expect((await deadLetter('svc-kept')).headers['x-reason']).toBe('malformed');
  const left = () => channel.checkQueue(eventsQueue('svc-kept'));
  await eventually(async () => (await left()).messageCount === 0);
  await consumer.stop();
});

test('when an effect is committed, and before the broker hears of it, it passes `before-ack`', async () => {
  const { effects, channel } = bench;
  const happened: string[] = [];
  const notice = (passed: unknown) => void happened.push((passed as { name: string }).name);
  subscribe('archaka:boundary', notice);
  const consumer = await bench.taker('svc-boundary', effects.add);
  await send(channel, envelopeFor('boundary'));
  await eventually(() => happened.includes('before-ack'));
  unsubscribe('archaka:boundary', notice);
  expect(happened).toEqual(['before-commit', 'after-commit', 'before-ack']);
  await consumer.stop();
});
