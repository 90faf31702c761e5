import { ticketIssued } from '@archaka/contracts';
import { deadLetterQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runChildProcess } from './support/child-process.ts';
import { buildEnvelope, buildTicketIssued, captureEvents, getMessage, send } from './support/messages.ts';
import { type MessagingHarness, openMessagingHarness } from './support/messaging-harness.ts';

let harness: MessagingHarness;
beforeAll(async () => {
  harness = await openMessagingHarness();
});
afterAll(() => harness.close());

const waitForEffect = (what: string) => eventually(async () => (await harness.effects.count(what)) > 0);
const outboxIsEmpty = async () => (await harness.outbox.countDocuments()) === 0;

test('moves a message that kills its consumer repeatedly to the dead letters, and handles its neighbours', async () => {
  const { channel, effects, mongoUrl, amqpUrl } = harness;
  const before = await harness.limitTransactionLifetime(1);
  const idle = await harness.startTicketConsumer('svc-poisoned', effects.add, []);
  await idle.stop();
  const healthy = Array.from({ length: 10 }, (_, place) => `healthy-${place}`);
  const sent = [...healthy.slice(0, 5), 'poison', ...healthy.slice(5)];
  for (const id of sent) await send(channel, buildEnvelope(id));

  const isDead = async () => (await channel.checkQueue(deadLetterQueue('svc-poisoned'))).messageCount > 0;
  let lives = 0;
  while (!(await isDead()) && lives < 12) {
    lives += 1;
    const consumerProcess = runChildProcess('dying-consumer', { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl });
    await eventually(async () => !consumerProcess.isRunning() || (await isDead()), { timeoutMs: 30_000 });
    if (consumerProcess.isRunning()) for (const id of healthy) await waitForEffect(id);
    consumerProcess.child.kill('SIGKILL');
    await consumerProcess.exited;
  }

  const { headers, text } = await eventually(() => getMessage(channel, deadLetterQueue('svc-poisoned')));
  expect(headers['x-reason']).toBe('poison');
  expect(text).toContain('"poison"');
  expect(lives).toBe(7);
  for (const id of healthy) expect(await effects.count(id)).toBe(1);
  await harness.limitTransactionLifetime(before);
});

test('applies an event once when a relay is killed between publishing and marking, though it is sent twice', async () => {
  const { relay, db, mongoUrl, amqpUrl, effects, channel } = harness;
  const capturedEvents = await captureEvents(channel);
  const consumer = await harness.startTicketConsumer('svc-counting', effects.add);
  const stoppedRelay = relay();
  await stoppedRelay.stop();
  await db.transaction(() => stoppedRelay.events.publish(ticketIssued, buildTicketIssued('survivor')));

  const [, signal] = await runChildProcess('dying-relay', { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl }).exited;
  expect(signal).toBe('SIGKILL');
  expect(await outboxIsEmpty()).toBe(false);

  const { stop } = relay();
  await eventually(outboxIsEmpty, { timeoutMs: 20_000 });
  await eventually(() => capturedEvents.length === 2);
  await eventually(async () => (await effects.count('survivor')) > 0);
  await Promise.all([stop(), consumer.stop()]);
  expect(await effects.count('survivor')).toBe(1);
});
