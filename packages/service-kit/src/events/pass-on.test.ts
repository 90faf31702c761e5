import { expect, test } from '@jest/globals';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { pino } from 'pino';
import { createApp } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { metricsRoute } from '../metrics.ts';
import { type Arrival, failuresOf, findEnvelope, settle } from './arrival.ts';
import { passOn } from './pass-on.ts';
import type { Message, Published } from './publisher.ts';

const service = 'svc-ticket';
const log = pino({ level: 'silent' });

/** A message on a channel that takes what is passed on as `how` says, and keeps what it was told. */
function arrive(properties: object, how: Published = 'taken', told: (call: unknown[]) => void = () => {}) {
  const passed: Message[] = [];
  const message = { content: Buffer.from('{"id":"e1"}'), properties } as unknown as ConsumeMessage;
  const channel = {
    ack: (...args: unknown[]) => told(['ack', ...args]),
    nack: (...args: unknown[]) => told(['nack', ...args]),
  } as unknown as ConfirmChannel;
  const publish = async (one: Message) => {
    passed.push(one);
    return how;
  };
  const arrival: Arrival = { message, session: { channel, publish, live: true } };
  return { arrival, message, passed };
}

test('what is tried again goes as it came into the queue of its delay, with its failures and the last one', async () => {
  const { arrival, passed } = arrive({ messageId: 'e1', headers: { 'x-failures': 1, 'x-reason': 'old' } });
  const error = new Error('no place for 9876543210');
  await passOn(arrival, { kind: 'retry', delayMs: 5000, failures: 2, error }, { service, log });
  expect(passed).toStrictEqual([
    {
      id: 'e1',
      exchange: 'svc-ticket.requeue',
      routingKey: 'svc-ticket.retry.5000',
      body: Buffer.from('{"id":"e1"}'),
      headers: { 'x-failures': 2, 'x-error': 'no place for …' },
    },
  ]);
});

test('passes a signature on with the message', async () => {
  const { arrival, passed } = arrive({ messageId: 'e1', headers: { 'x-signature': 'abc..def' } });
  await passOn(arrival, { kind: 'retry', delayMs: 5000, failures: 1, error: 'x' }, { service, log });
  await passOn(arrival, { kind: 'dead', reason: 'failed', failures: 1 }, { service, log });
  for (const { headers } of passed) expect(headers).toMatchObject({ 'x-signature': 'abc..def' });
  expect(passed).toHaveLength(2);
});

test('what is dead goes among the dead letters with the reason, and nothing is said of an error there was not', async () => {
  const { arrival, passed } = arrive({});
  await passOn(arrival, { kind: 'dead', reason: 'malformed', failures: 0 }, { service, log });
  expect(passed).toMatchObject([{ id: '', exchange: 'svc-ticket.requeue', routingKey: 'svc-ticket.dead' }]);
  expect(passed[0]?.headers).toStrictEqual({ 'x-failures': 0, 'x-reason': 'malformed' });
});

test.each([
  ['an error of many words', new Error('long '.repeat(200)), 'long '.repeat(100)],
  ['something thrown that is no error', 'a word', 'a word'],
])('%s is told in 500 letters at most', async (_what, error, told) => {
  const { arrival, passed } = arrive({ messageId: 'e1' });
  await passOn(arrival, { kind: 'dead', reason: 'failed', failures: 3, error }, { service, log });
  expect(passed[0]?.headers).toStrictEqual({ 'x-failures': 3, 'x-reason': 'failed', 'x-error': told });
});

test('a message that no queue took is not passed on', async () => {
  const { arrival } = arrive({}, 'nobody');
  const passing = passOn(arrival, { kind: 'dead', reason: 'poison', failures: 0 }, { service, log });
  await expect(passing).rejects.toThrow('there is no queue svc-ticket.dead');
});

test('dead letters are counted by their reason, and those that did not get there are not', async () => {
  const dead = { kind: 'dead', failures: 0 } as const;
  for (const reason of ['wrong-data', 'wrong-data', 'not-taken'] as const) {
    await passOn(arrive({}).arrival, { ...dead, reason }, { service, log });
  }
  await passOn(arrive({}, 'nobody').arrival, { ...dead, reason: 'not-taken' }, { service, log }).catch(
    () => {},
  );
  await passOn(arrive({}).arrival, { kind: 'retry', delayMs: 1, failures: 1, error: 'x' }, { service, log });
  const server = await listen(createApp({ log, routes: metricsRoute }), { port: 0 });
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  await server.stop();
  const counts = text
    .split('\n')
    .filter((line) => /^events_dead_lettered_total.*"(wrong-data|not-taken)"/.test(line));
  expect(counts).toEqual([
    'events_dead_lettered_total{reason="wrong-data"} 2',
    'events_dead_lettered_total{reason="not-taken"} 1',
  ]);
});

test('settled for good, or to come again alone', () => {
  const calls: unknown[][] = [];
  const { arrival, message } = arrive({}, 'taken', (call) => calls.push(call));
  settle(arrival, 'done');
  settle(arrival, 'again');
  expect(calls).toEqual([
    ['ack', message],
    ['nack', message, false, true],
  ]);
});

test('there is nothing to settle on a channel that is closed; any other fault is told', () => {
  const closed = Object.assign(new Error('Channel closed'), { name: 'IllegalOperationError' });
  const settleOn = (fault: Error) =>
    settle(
      arrive({}, 'taken', () => {
        throw fault;
      }).arrival,
      'done',
    );
  expect(() => settleOn(closed)).not.toThrow();
  expect(() => settleOn(new Error('other'))).toThrow('other');
});

test('a message has failed as often as its header says, and never when it says nothing', () => {
  expect(
    [{}, { headers: {} }, { headers: { 'x-failures': 3 } }].map((one) => failuresOf(arrive(one).arrival)),
  ).toEqual([0, 0, 3]);
});

test('an envelope is read out of a message; anything else has none', () => {
  const envelope = {
    specversion: '1.0',
    id: '0b7f8e9a-7c1d-4a52-9d3e-2f1b6c5a4e3d',
    source: 'svc-ticket',
    type: 'ticket.issued.v1',
    time: '2024-12-01T10:00:00.000Z',
    datacontenttype: 'application/json',
    data: { name: 'తెలుగు' },
  };
  expect(findEnvelope(Buffer.from(JSON.stringify(envelope)))).toEqual(envelope);
  for (const text of ['', 'no JSON', 'null', '{}', JSON.stringify({ ...envelope, specversion: '2.0' })]) {
    expect(findEnvelope(Buffer.from(text))).toBeUndefined();
  }
});
