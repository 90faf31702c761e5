import { ticketIssued } from '@archaka/contracts';
import { deadQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Bench, openBench } from './fixtures/bench.ts';
import { runFixture } from './fixtures/child.ts';
import { envelopeFor, issued, listenIn, send, takeFrom } from './fixtures/messages.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const effectOf = (what: string) => eventually(async () => (await bench.effects.count(what)) > 0);
const outboxIsEmpty = async () => (await bench.outbox.countDocuments()) === 0;

test('a message that kills its consumer is a dead letter after some lives, and its neighbours are handled', async () => {
  const { channel, effects, mongoUrl, amqpUrl } = bench;
  const before = await bench.keepTransactionsFor(1);
  const idle = await bench.taker('svc-poisoned', effects.add, []);
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

  const { headers, text } = await eventually(() => takeFrom(channel, deadQueue('svc-poisoned')));
  expect(headers['x-reason']).toBe('poison');
  expect(text).toContain('"poison"');
  expect(lives).toBe(7);
  for (const id of healthy) expect(await effects.count(id)).toBe(1);
  await bench.keepTransactionsFor(before);
});

test('when a relay is killed between publishing and marking, the event comes twice and has one effect', async () => {
  const { relay, db, mongoUrl, amqpUrl, effects, channel } = bench;
  const heard = await listenIn(channel);
  const taker = await bench.taker('svc-counting', effects.add);
  const unsent = relay();
  await unsent.stop();
  await db.transaction(() => unsent.events.publish(ticketIssued, issued('survivor')));

  const [, signal] = await runFixture('dying-relay', { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl }).exited;
  expect(signal).toBe('SIGKILL');
  expect(await outboxIsEmpty()).toBe(false);

  const { stop } = relay();
  await eventually(outboxIsEmpty, { timeoutMs: 20_000 });
  await eventually(() => heard.length === 2);
  await eventually(async () => (await effects.count('survivor')) > 0);
  await Promise.all([stop(), taker.stop()]);
  expect(await effects.count('survivor')).toBe(1);
});
