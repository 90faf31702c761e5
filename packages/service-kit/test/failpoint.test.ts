import { deadLetterQueue, eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { isWaiting } from '../src/events/outbox.ts';
import { runChildProcess } from './support/child-process.ts';
import { buildEnvelope, captureEvents, getMessage, send } from './support/messages.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';

const harness = await openMessagingHarness();
const capturedEvents = await captureEvents(harness.channel);
afterEach(() => harness.outbox.deleteMany({}));
afterAll(() => harness.close());

/** Runs a fixture on the stores of this suite. */
const runOnStores = (fixture: string, env: Record<string, string> = {}) =>
  runChildProcess(fixture, { MONGO_URL: harness.mongoUrl, AMQP_URL: harness.amqpUrl, ...env });

async function killAt(failpoint: string): Promise<void> {
  await harness.declare(`svc-${failpoint}`);
  const [, signal] = await runOnStores('dying-at-failpoint', { BOUNDARY: failpoint }).exited;
  expect(signal).toBe('SIGKILL');
}

/** The remaining rows of the one change and its event. */
const readState = async (failpoint: string) => ({
  changed: await harness.effects.count(`changed ${failpoint}`),
  inOutbox: await harness.outbox.countDocuments(isWaiting),
  published: capturedEvents.filter(({ data }) => Object(data).application_id === failpoint).length,
  handled: await harness.effects.count(`heard ${failpoint}`),
});

test('leaves nothing when killed before the commit', async () => {
  await killAt('before-commit');
  expect(await readState('before-commit')).toEqual({ changed: 0, inOutbox: 0, published: 0, handled: 0 });
});

test('leaves the change and its unsent event when killed after the commit', async () => {
  await killAt('after-commit');
  expect(await readState('after-commit')).toEqual({ changed: 1, inOutbox: 1, published: 0, handled: 0 });
});

test('leaves the published event and its row when killed after publishing: it is sent twice and applied once', async () => {
  await killAt('after-publish');
  const waitForState = (state: object) =>
    eventually(
      async () => {
        expect(await readState('after-publish')).toMatchObject(state);
        return true;
      },
      { timeoutMs: 20_000 },
    );
  await eventually(() => capturedEvents.length > 0);
  expect(await readState('after-publish')).toMatchObject({ changed: 1, inOutbox: 1, published: 1 });

  const handle = (id: string) => harness.effects.add(`heard ${id}`);
  const consumer = await harness.startTicketConsumer('svc-after-publish', handle, []);
  const relay = harness.relay();
  await waitForState({ inOutbox: 0, published: 2, handled: 1 });
  await Promise.all([relay.stop(), consumer.stop()]);
  expect((await readState('after-publish')).handled).toBe(1);
});

test('leaves the committed effect, and the message is redelivered, when killed before the acknowledgement', async () => {
  await killAt('before-ack');
  const queue = eventsQueue('svc-before-ack');
  await eventually(async () => (await harness.channel.checkQueue(queue)).messageCount === 1);
  expect(await readState('before-ack')).toMatchObject({ changed: 1, handled: 1 });
});

test('moves a message that kills its consumer repeatedly to the dead letters, and handles its neighbours', async () => {
  const { channel, effects } = harness;
  const before = await harness.limitTransactionLifetime(1);
  await harness.declare('svc-poisoned');
  const healthy = Array.from({ length: 10 }, (_, place) => `healthy-${place}`);
  const sent = [...healthy.slice(0, 5), 'poison', ...healthy.slice(5)];
  for (const id of sent) await send(channel, buildEnvelope(id));

  const isDead = async () => (await channel.checkQueue(deadLetterQueue('svc-poisoned'))).messageCount > 0;
  const waitForEffect = (what: string) => eventually(async () => (await effects.count(what)) > 0);
  let lives = 0;
  while (!(await isDead()) && lives < 12) {
    lives += 1;
    const consumerProcess = runOnStores('dying-consumer');
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
