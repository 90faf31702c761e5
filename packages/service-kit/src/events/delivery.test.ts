import { expect, test } from '@jest/globals';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { pino } from 'pino';
import { createApp } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { registerMetricsRoute } from '../http/monitoring-routes.ts';
import type { Message, PublishResult } from './channel-publisher.ts';
import { acknowledge, type Delivery, republishFailed } from './handle-message.ts';

const service = 'svc-ticket';
const log = pino({ level: 'silent' });

/** A message on a channel that confirms republished messages as `how` states, and records its calls. */
function buildDelivery(
  properties: object,
  result: PublishResult = 'taken',
  record: (call: unknown[]) => void = () => {},
) {
  const republished: Message[] = [];
  const message = { content: Buffer.from('{"id":"e1"}'), properties } as unknown as ConsumeMessage;
  const channel = {
    ack: (...args: unknown[]) => record(['ack', ...args]),
    nack: (...args: unknown[]) => record(['nack', ...args]),
  } as unknown as ConfirmChannel;
  const publish = async (one: Message) => {
    republished.push(one);
    return result;
  };
  const delivery: Delivery = { message, session: { channel, publish, isOpen: true } };
  return { delivery, message, republished };
}

test('republishes a failed message unchanged to the queue of its delay, with its failures and the last reason', async () => {
  const { delivery, republished } = buildDelivery({
    messageId: 'e1',
    headers: { 'x-failures': 1, 'x-reason': 'old' },
  });
  const error = new Error('no place for 9876543210');
  await republishFailed(delivery, { kind: 'retry', delayMs: 5000, failures: 2, error }, { service, log });
  expect(republished).toStrictEqual([
    {
      id: 'e1',
      exchange: 'svc-ticket.requeue',
      routingKey: 'svc-ticket.retry.5000',
      body: Buffer.from('{"id":"e1"}'),
      headers: { 'x-failures': 2, 'x-error': 'no place for …' },
    },
  ]);
});

test('logs which event failed how often, and where it was sent', async () => {
  const entries: object[] = [];
  const recordingLog = pino({}, { write: (line: string) => void entries.push(JSON.parse(line)) });
  const options = { service, log: recordingLog };
  const { delivery } = buildDelivery({ messageId: 'e1' });
  await republishFailed(delivery, { kind: 'retry', delayMs: 5000, failures: 2, error: 'x' }, options);
  await republishFailed(delivery, { kind: 'dead', reason: 'failed', failures: 3, error: 'x' }, options);
  expect(entries).toMatchObject([
    { level: 40, event: 'e1', queue: 'svc-ticket.retry.5000', failures: 2, err: 'x' },
    { level: 50, event: 'e1', queue: 'svc-ticket.dead', failures: 3, err: 'x', reason: 'failed' },
  ]);
});

test('passes a signature on with the message', async () => {
  const { delivery, republished } = buildDelivery({
    messageId: 'e1',
    headers: { 'x-signature': 'abc..def' },
  });
  await republishFailed(
    delivery,
    { kind: 'retry', delayMs: 5000, failures: 1, error: 'x' },
    { service, log },
  );
  await republishFailed(delivery, { kind: 'dead', reason: 'failed', failures: 1 }, { service, log });
  for (const { headers } of republished) expect(headers).toMatchObject({ 'x-signature': 'abc..def' });
  expect(republished).toHaveLength(2);
});

test('moves a dead message to the dead letters with its reason, and logs no error without one', async () => {
  const { delivery, republished } = buildDelivery({});
  await republishFailed(delivery, { kind: 'dead', reason: 'malformed', failures: 0 }, { service, log });
  expect(republished).toMatchObject([
    { id: '', exchange: 'svc-ticket.requeue', routingKey: 'svc-ticket.dead' },
  ]);
  expect(republished[0]?.headers).toStrictEqual({ 'x-failures': 0, 'x-reason': 'malformed' });
});

test.each([
  ['an error of many words', new Error('long '.repeat(200)), 'long '.repeat(100)],
  ['something thrown that is no error', 'a word', 'a word'],
])('limits %s to 500 characters', async (_what, error, record) => {
  const { delivery, republished } = buildDelivery({ messageId: 'e1' });
  await republishFailed(delivery, { kind: 'dead', reason: 'failed', failures: 3, error }, { service, log });
  expect(republished[0]?.headers).toStrictEqual({ 'x-failures': 3, 'x-reason': 'failed', 'x-error': record });
});

test('rejects when no queue accepts the message', async () => {
  const { delivery } = buildDelivery({}, 'nobody');
  const republishing = republishFailed(
    delivery,
    { kind: 'dead', reason: 'poison', failures: 0 },
    { service, log },
  );
  await expect(republishing).rejects.toThrow('the queue svc-ticket.dead does not exist');
});

test('counts dead letters by reason, and only those that arrived', async () => {
  const dead = { kind: 'dead', failures: 0 } as const;
  for (const reason of ['wrong-data', 'wrong-data', 'not-taken'] as const) {
    await republishFailed(buildDelivery({}).delivery, { ...dead, reason }, { service, log });
  }
  await republishFailed(
    buildDelivery({}, 'nobody').delivery,
    { ...dead, reason: 'not-taken' },
    { service, log },
  ).catch(() => {});
  await republishFailed(
    buildDelivery({}).delivery,
    { kind: 'retry', delayMs: 1, failures: 1, error: 'x' },
    { service, log },
  );
  const server = await listen(createApp({ log, routes: registerMetricsRoute }), { port: 0 });
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  await server.stop();
  // The other reasons are those of the tests above.
  const counts = text
    .split('\n')
    .filter((line) => /^events_dead_lettered_total\{(?!.*"(failed|malformed)")/.test(line));
  expect(counts).toEqual([
    'events_dead_lettered_total{reason="wrong-data"} 2',
    'events_dead_lettered_total{reason="not-taken"} 1',
  ]);
});

test('ignores a closed channel, and throws any other error', () => {
  const closed = Object.assign(new Error('Channel closed'), { name: 'IllegalOperationError' });
  const acknowledgeOn = (fault: Error) =>
    acknowledge(
      buildDelivery({}, 'taken', () => {
        throw fault;
      }).delivery,
    );
  expect(() => acknowledgeOn(closed)).not.toThrow();
  expect(() => acknowledgeOn(new Error('other'))).toThrow('other');
});
