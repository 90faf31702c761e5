import { eventsQueue } from '@archaka/contracts/broker';
import { eventually } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Bench, openBench } from './fixtures/bench.ts';
import { runFixture } from './fixtures/child.ts';
import { listenIn } from './fixtures/messages.ts';

let bench: Bench;
let heard: Awaited<ReturnType<typeof listenIn>>;
beforeAll(async () => {
  bench = await openBench();
  heard = await listenIn(bench.channel);
});
afterEach(() => bench.outbox.deleteMany({}));
afterAll(() => bench.close());

async function dieAt(boundary: string): Promise<void> {
  const { mongoUrl, amqpUrl } = bench;
  await bench.declare(`svc-${boundary}`);
  const env = { MONGO_URL: mongoUrl, AMQP_URL: amqpUrl, BOUNDARY: boundary };
  const [, signal] = await runFixture('dying-at-boundary', env).exited;
  expect(signal).toBe('SIGKILL');
}

/** What is left of the one change and the one event that tells of it. */
const left = async (boundary: string) => ({
  changed: await bench.effects.count(`changed ${boundary}`),
  inOutbox: await bench.outbox.countDocuments(),
  published: heard.filter(({ data }) => Object(data).application_id === boundary).length,
  handled: await bench.effects.count(`heard ${boundary}`),
});

test('killed before the commit, nothing has happened', async () => {
  await dieAt('before-commit');
  expect(await left('before-commit')).toEqual({ changed: 0, inOutbox: 0, published: 0, handled: 0 });
});

test('killed after the commit, the change is there and its event waits to be sent', async () => {
  await dieAt('after-commit');
  expect(await left('after-commit')).toEqual({ changed: 1, inOutbox: 1, published: 0, handled: 0 });
});

test('killed after publishing, the event is out and its row still in the outbox', async () => {
  await dieAt('after-publish');
  await eventually(() => heard.length > 0);
  expect(await left('after-publish')).toMatchObject({ changed: 1, inOutbox: 1, published: 1 });
});

test('killed before the acknowledgement, the effect is committed and the message comes again', async () => {
  await dieAt('before-ack');
  const queue = eventsQueue('svc-before-ack');
  await eventually(async () => (await bench.channel.checkQueue(queue)).messageCount === 1);
  expect(await left('before-ack')).toMatchObject({ changed: 1, handled: 1 });
});
