import { ticketIssued } from '@archaka/contracts';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { ConfirmChannel, ConsumeMessage } from 'amqplib';
import { mongo } from 'mongoose';
import { PersonErased } from '../src/errors.ts';
import type { Message, PublishResult } from '../src/events/channel-publisher.ts';
import { SIGNATURE_HEADER } from '../src/events/event-protection.ts';
import {
  acknowledge,
  type Delivery,
  handleEvent,
  handleMessage,
  republishFailed,
} from '../src/events/handle-message.ts';
import { Inbox, type InboxRow } from '../src/events/inbox.ts';
import { createApp } from '../src/http/app.ts';
import { listen } from '../src/http/listen.ts';
import { registerMetricsRoute } from '../src/http/monitoring-routes.ts';
import { currentScope, type Scope } from '../src/scope.ts';
import { spans } from '../src/tracing/span.ts';
import { findForgery, sealing, sign } from './support/keys.ts';
import { buildEnvelope } from './support/messages.ts';
import { log, openTestDatabase } from './support/test-database.ts';

const testDatabase = await openTestDatabase();
afterAll(() => testDatabase.close());
const inbox = new Inbox(testDatabase.inbox);

interface DeliveryOptions {
  /** The bytes that its signature covers; by default its body. */
  readonly signed?: unknown;
  readonly redelivered?: boolean;
  readonly failures?: number;
  readonly handle?: (applicationId: string) => Promise<void>;
  readonly usedInbox?: Inbox;
}

const toBytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** Handles a message for a service that consumes one event by `handle`, with retries after 10 and 200 ms. */
async function handleBody(body: unknown, options: DeliveryOptions = {}) {
  const { redelivered = false, failures, signed = body, usedInbox = inbox } = options;
  const { handle = testDatabase.effects.add } = options;
  const headers = {
    [SIGNATURE_HEADER]: await sign(toBytes(signed)),
    ...(failures === undefined ? {} : { 'x-failures': failures }),
  };
  const properties = signed === 'nothing' ? {} : { headers };
  const message = { content: toBytes(body), fields: { redelivered }, properties };
  const handler = handleEvent(ticketIssued, ({ application_id }) => handle(application_id));
  return handleMessage(
    { message: message as unknown as ConsumeMessage, session: undefined as never },
    {
      db: testDatabase.db,
      inbox: usedInbox,
      handlers: new Map([[ticketIssued.type, handler]]),
      findForgery,
      sealing,
      delays: [10, 200],
    },
  );
}

const findRow = (id: string) => testDatabase.inbox.findById(id).lean<InboxRow>();
const countEffects = (what: string) => testDatabase.effects.count(what);
const broken = new Error('broken');
const fail = () => Promise.reject(broken);

describe('an event', () => {
  test('is applied together with its row, once, however often it is delivered', async () => {
    const event = buildEnvelope('whole');
    expect(await handleBody(event)).toEqual({ kind: 'done' });
    const row = await findRow(event.id);
    expect(row).toEqual({ _id: event.id, type: ticketIssued.type, doneAt: expect.any(Date) });
    expect(Math.abs(Date.now() - Number(row?.doneAt))).toBeLessThan(10_000);

    expect(await handleBody(event)).toEqual({ kind: 'done' });
    expect(await handleBody(event, { redelivered: true })).toEqual({ kind: 'done' });
    expect(await countEffects('whole')).toBe(1);
    expect(await findRow(event.id)).toMatchObject({ doneAt: row?.doneAt });
  });

  test('is applied by exactly one of several concurrent deliveries', async () => {
    const event = buildEnvelope('at-once');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => handleBody(event)));
    expect(outcomes).toEqual(Array(5).fill({ kind: 'done' }));
    expect(await countEffects('at-once')).toBe(1);
  });

  test('is handled with its data, in its own id and trace, as a span of a consumer', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traced = buildEnvelope('traced', { traceparent });
    const handled: [string, Scope | undefined][] = [];
    const recorded: unknown[] = [];
    const record = (span: unknown) => void recorded.push(span);
    spans.start.subscribe(record);
    const handle = async (id: string) => void handled.push([id, currentScope()]);
    await handleBody(traced, { handle }).finally(() => spans.start.unsubscribe(record));
    expect(handled).toEqual([['traced', { requestId: traced.id, traceparent }]]);
    expect(recorded).toContainEqual(
      expect.objectContaining({
        name: 'consume ticket.issued.v1',
        kind: 'consumer',
        attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': traced.id },
      }),
    );
  });

  test('leaves neither effect nor row when it fails, and is retried after each delay, then dead', async () => {
    const event = buildEnvelope('failing');
    const handle = (id: string) => testDatabase.effects.add(id).then(fail);
    for (const [failures, outcome] of [
      [undefined, { kind: 'retry', delayMs: 10, failures: 1 }],
      [1, { kind: 'retry', delayMs: 200, failures: 2 }],
      [2, { kind: 'dead', reason: 'failed', failures: 3 }],
    ] as const)
      expect(await handleBody(event, { handle, ...(failures && { failures }) })).toEqual({
        ...outcome,
        error: broken,
      });
    expect(await countEffects('failing')).toBe(0);
    expect(await findRow(event.id)).toBeNull();
  });

  test.each([
    ['a lost connection', new mongo.MongoNetworkError('lost')],
    ['no server', new mongo.MongoTopologyClosedError('closed')],
  ])('does not count an outage of the database as its failure: %s', async (_how, error) => {
    const event = buildEnvelope('interrupted');
    const outcome = await handleBody(event, { failures: 1, handle: () => Promise.reject(error) });
    expect(outcome).toEqual({ kind: 'store-down', eventId: event.id, error });
  });

  test('about an erased person is completed without a change', async () => {
    const handle = () => Promise.reject(new PersonErased());
    expect(await handleBody(buildEnvelope('erased'), { handle })).toEqual({ kind: 'done' });
  });
});

test.each([
  ['malformed', 'not JSON', undefined],
  ['malformed', { ...buildEnvelope('x'), specversion: '2.0' }, undefined],
  ['not-taken', buildEnvelope('x', { type: 'ticket.torn.v1' }), undefined],
  ['wrong-data', buildEnvelope('x', { data: { application_id: 7 } }), expect.any(Error)],
])('is a dead letter at once when it is %s (%#)', async (reason, body, error) => {
  expect(await handleBody(body, { failures: 3 })).toEqual({ kind: 'dead', reason, failures: 3, error });
});

test.each(['other bytes', 'nothing'])(
  'is forged, without an effect, when its signature covers %s',
  async (signed) => {
    const forged = buildEnvelope('forged');
    expect(await handleBody(forged, { signed })).toMatchObject({
      kind: 'dead',
      reason: 'forged',
      error: { name: 'ForgedEvent' },
    });
    expect(await countEffects('forged')).toBe(0);
    expect(await findRow(forged.id)).toBeNull();
  },
);

describe('a message that is redelivered after its consumer was lost', () => {
  /** An event whose consumer was killed so often, with its inbox row. */
  const buildKilled = async (name: string, times: number) => {
    const event = buildEnvelope(name);
    for (let life = 0; life < times; life += 1) await inbox.countRestart(event);
    return event;
  };
  const readRestarts = async (id: string) => (await findRow(id))?.restarts;

  test('is handled up to five times', async () => {
    const event = await buildKilled('unlucky', 4);
    expect(await findRow(event.id)).toEqual({
      _id: event.id,
      type: ticketIssued.type,
      restarts: 4,
      arrivedAt: expect.any(Date),
    });
    expect(await handleBody(event, { redelivered: true })).toEqual({ kind: 'done' });
    expect(await countEffects('unlucky')).toBe(1);
    expect(await findRow(event.id)).toMatchObject({ restarts: 5, doneAt: expect.any(Date) });
  });

  test('is poison after that and is not handled', async () => {
    const event = await buildKilled('poison', 5);
    const outcome = { kind: 'dead', reason: 'poison', failures: 2, error: undefined };
    expect(await handleBody(event, { redelivered: true, failures: 2 })).toEqual(outcome);
    expect(await countEffects('poison')).toBe(0);
  });

  test('restarts the count after a regular failure; other counts do not change', async () => {
    const [event, other] = [await buildKilled('failed', 3), await buildKilled('other', 2)];
    expect(await handleBody(event, { redelivered: true, handle: fail })).toMatchObject({ kind: 'retry' });
    expect(await readRestarts(event.id)).toBeUndefined();
    expect(await readRestarts(other.id)).toBe(2);
  });

  test('fails as any other when its count cannot be reset', async () => {
    const usedInbox = new Inbox(testDatabase.inbox);
    usedInbox.forgetRestarts = () => Promise.reject(new Error('not now'));
    const outcome = await handleBody(buildEnvelope('uncounted'), {
      redelivered: true,
      handle: fail,
      usedInbox,
    });
    expect(outcome).toMatchObject({ kind: 'retry', error: broken });
  });
});

test.each(['doneAt', 'arrivedAt'])('rows are kept for 90 days after %s', async (field) => {
  expect(testDatabase.inbox.collection.collectionName).toBe('inbox');
  expect(await testDatabase.inbox.collection.indexes()).toContainEqual(
    expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds: 90 * 86_400 }),
  );
});

describe('a failed message', () => {
  const content = Buffer.from('{"id":"e1"}');

  /** What the broker receives and routes as `result` states. */
  async function republish(outcome: Parameters<typeof republishFailed>[1], result: PublishResult = 'taken') {
    const sent: Message[] = [];
    const publish = async (message: Message) => {
      sent.push(message);
      return result;
    };
    const headers = { 'x-signature': 'abc..def', 'x-failures': 1, 'x-reason': 'old' };
    const message = { content, properties: { messageId: 'e1', headers } } as unknown as ConsumeMessage;
    const session = { channel: {} as ConfirmChannel, publish, isOpen: true };
    await republishFailed({ message, session }, outcome, { service: 'svc-ticket', log });
    return sent;
  }

  test('is republished unchanged, with its signature, failures and last reason, to the queue of its delay', async () => {
    const error = new Error('no place for 9876543210');
    expect(await republish({ kind: 'retry', delayMs: 5000, failures: 2, error })).toStrictEqual([
      {
        id: 'e1',
        exchange: 'svc-ticket.requeue',
        routingKey: 'svc-ticket.retry.5000',
        body: content,
        headers: { 'x-signature': 'abc..def', 'x-failures': 2, 'x-error': 'no place for …' },
      },
    ]);
  });

  test.each([
    ['no error', undefined, {}],
    ['an error of many words', new Error('long '.repeat(200)), { 'x-error': 'long '.repeat(100) }],
    ['something thrown that is no error', 'a word', { 'x-error': 'a word' }],
  ])(
    'is moved to the dead letters with its reason and up to 500 characters of %s',
    async (_what, error, record) => {
      const [letter] = await republish({ kind: 'dead', reason: 'failed', failures: 3, error });
      expect(letter).toMatchObject({ exchange: 'svc-ticket.requeue', routingKey: 'svc-ticket.dead' });
      const headers = { 'x-signature': 'abc..def', 'x-failures': 3, 'x-reason': 'failed' };
      expect(letter?.headers).toStrictEqual({ ...headers, ...record });
    },
  );

  test('counts dead letters by reason, and only those that arrived', async () => {
    for (const reason of ['wrong-data', 'wrong-data', 'not-taken'] as const)
      await republish({ kind: 'dead', failures: 0, reason });
    await expect(republish({ kind: 'dead', failures: 0, reason: 'not-taken' }, 'nobody')).rejects.toThrow(
      'the queue svc-ticket.dead does not exist',
    );
    const server = await listen(createApp({ log, routes: registerMetricsRoute }), { port: 0 });
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    await server.stop();
    expect(text.match(/^events_dead_lettered_total\{reason="(wrong-data|not-taken)"\} \d+$/gm)).toEqual([
      'events_dead_lettered_total{reason="wrong-data"} 2',
      'events_dead_lettered_total{reason="not-taken"} 1',
    ]);
  });
});

test('acknowledges nothing on a closed channel, and throws any other error', () => {
  const acknowledgeOn = (fault: Error) => {
    const ack = () => {
      throw fault;
    };
    acknowledge({ message: {}, session: { channel: { ack } } } as unknown as Delivery);
  };
  const closed = Object.assign(new Error('Channel closed'), { name: 'IllegalOperationError' });
  expect(() => acknowledgeOn(closed)).not.toThrow();
  expect(() => acknowledgeOn(broken)).toThrow(broken);
});
