import { ticketIssued } from '@archaka/contracts';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { on } from '../src/events/taken.ts';
import { deadQueue } from '../src/events/topology.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { runFixture } from './fixtures/child.ts';
import { envelopeFor, send, takeFrom } from './fixtures/messages.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

type Handle = (applicationId: string) => Promise<void>;

/** A consumer under a service name of its own, listening. */
async function startTaker(service: string, handle: Handle, delays?: readonly number[]) {
  const takes = [on(ticketIssued, ({ application_id }) => handle(application_id))];
  const consumer = bench.consumer(service, takes, delays);
  await eventually(() => consumer.listening());
  return consumer;
}

const effectOf = (what: string) => eventually(async () => (await bench.effects.count(what)) > 0);
const deadLetter = (service: string) => eventually(() => takeFrom(bench.channel, deadQueue(service)));

test('an event delivered twice, even at once, has one effect', async () => {
  const { effects, channel } = bench;
  const consumer = await startTaker('svc-twice', effects.add);
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
  const consumer = await startTaker('svc-order', effects.add);
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
  const consumer = await startTaker('svc-failing', handle, [100, 200]);
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
  const consumer = await startTaker('svc-hopeless', handle, [50, 50, 100]);
  await send(channel, envelopeFor('hopeless'));
  await send(channel, envelopeFor('hopeful'));
  await effectOf('hopeful');
  const { headers, text } = await deadLetter('svc-hopeless');
  expect(headers).toMatchObject({ 'x-reason': 'failed', 'x-failures': 4, 'x-error': 'no place for …' });
  expect(text).toContain('hopeless');
  await consumer.stop();
});

test.each([
  ['malformed', 'not JSON'],
  ['malformed', { ...envelopeFor('x'), specversion: '2.0' }],
  ['not-taken', envelopeFor('x', { type: 'ticket.torn.v1' })],
  ['wrong-data', envelopeFor('x', { data: { application_id: 7 } })],
])('%s: it is a dead letter at once', async (reason, body) => {
  const consumer = await startTaker('svc-strict', bench.effects.add);
  await send(bench.channel, body);
  expect((await deadLetter('svc-strict')).headers['x-reason']).toBe(reason);
  await consumer.stop();
});

test('a message that kills its consumer is a dead letter after some lives, and its neighbours are handled', async () => {
  const { channel, effects, mongoUrl, amqpUrl } = bench;
  const before = await bench.keepTransactionsFor(1);
  const idle = await startTaker('svc-poisoned', effects.add, []);
  await idle.stop();
  const healthy = Array.from({ length: 10 }, (_, place) => `healthy-${place}`);
  const sent = [...healthy.slice(0, 5), 'poison', ...healthy.slice(5)];
  for (const id of sent) await send(channel, envelopeFor(id));

  const isDead = async () => (await channel.checkQueue(deadQueue('svc-poisoned'))).messageCount > 0;
  let lives = 0;
  while (!(await isDead()) && lives < 12) {
    lives += 1;
    const life = runFixture('dying-consumer', { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl });
    await eventually(async () => !life.lives() || (await isDead()), { timeoutMs: 30_000 });
    if (life.lives()) for (const id of healthy) await effectOf(id);
    life.child.kill('SIGKILL');
    await life.exited;
  }

  const { headers, text } = await deadLetter('svc-poisoned');
  expect(headers['x-reason']).toBe('poison');
  expect(text).toContain('"poison"');
  expect(lives).toBe(7);
  for (const id of healthy) expect(await effects.count(id)).toBe(1);
  await bench.keepTransactionsFor(before);
}, 90_000);
