import { eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { runChildProcess } from './support/child-process.ts';
import { captureEvents } from './support/messages.ts';
import { type MessagingHarness, openMessagingHarness } from './support/messaging-harness.ts';

let harness: MessagingHarness;
let capturedEvents: Awaited<ReturnType<typeof captureEvents>>;
beforeAll(async () => {
  harness = await openMessagingHarness();
  capturedEvents = await captureEvents(harness.channel);
});
afterEach(() => harness.outbox.deleteMany({}));
afterAll(() => harness.close());

async function killAt(failpoint: string): Promise<void> {
  const { mongoUrl, amqpUrl } = harness;
  await harness.declare(`svc-${failpoint}`);
  const env = { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl, BOUNDARY: failpoint };
  const [, signal] = await runChildProcess('dying-at-failpoint', env).exited;
  expect(signal).toBe('SIGKILL');
}

/** The remaining rows of the one change and its event. */
const readState = async (failpoint: string) => ({
  changed: await harness.effects.count(`changed ${failpoint}`),
  inOutbox: await harness.outbox.countDocuments(),
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

test('leaves the published event and its outbox row when killed after publishing', async () => {
  await killAt('after-publish');
  await eventually(() => capturedEvents.length > 0);
  expect(await readState('after-publish')).toMatchObject({ changed: 1, inOutbox: 1, published: 1 });
});

test('leaves the committed effect, and the message is redelivered, when killed before the acknowledgement', async () => {
  await killAt('before-ack');
  const queue = eventsQueue('svc-before-ack');
  await eventually(async () => (await harness.channel.checkQueue(queue)).messageCount === 1);
  expect(await readState('before-ack')).toMatchObject({ changed: 1, handled: 1 });
});
