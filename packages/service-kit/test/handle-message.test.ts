import { ticketIssued } from '@archaka/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import { mongo } from 'mongoose';
import { PersonErased } from '../src/errors.ts';
import { type Delivery, handleEvent, handleMessage } from '../src/events/handle-message.ts';
import { Inbox, type InboxRow } from '../src/events/inbox.ts';
import { SIGNATURE_HEADER } from '../src/events/signature.ts';
import { currentScope, type Scope } from '../src/scope.ts';
import { spans } from '../src/tracing/span.ts';
import { findForgery, sealing, sign } from './support/keys.ts';
import { buildEnvelope } from './support/messages.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

let testDatabase: TestDatabase;
let inbox: Inbox;
beforeAll(async () => {
  testDatabase = await openTestDatabase();
  inbox = new Inbox(testDatabase.inbox);
});
afterAll(() => testDatabase.close());

interface DeliveryOptions {
  /** The bytes that its signature covers; by default its body. */
  readonly signed?: unknown;
  readonly redelivered?: boolean;
  readonly failures?: number;
}

const toBytes = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const buildDelivery = async (
  body: unknown,
  { redelivered = false, failures, signed = body }: DeliveryOptions = {},
) => {
  const content = toBytes(body);
  const headers = {
    [SIGNATURE_HEADER]: await sign(toBytes(signed)),
    ...(failures === undefined ? {} : { 'x-failures': failures }),
  };
  const message = { content, fields: { redelivered }, properties: { headers } } as unknown as ConsumeMessage;
  return { message, session: undefined as never } satisfies Delivery;
};

type Handle = (applicationId: string) => Promise<void>;

/** Handles a delivery for a service that consumes one event by `handle`, with retries after 10 and 200 ms. */
function handleDelivery(
  delivery: Delivery,
  handle: Handle = testDatabase.effects.add,
  usedInbox: Inbox = inbox,
) {
  const handler = handleEvent(ticketIssued, ({ application_id }) => handle(application_id));
  return handleMessage(delivery, {
    db: testDatabase.db,
    inbox: usedInbox,
    handlers: new Map([[ticketIssued.type, handler]]),
    findForgery,
    sealing,
    delays: [10, 200],
  });
}

const handleTestMessage = async (
  body: unknown,
  options?: DeliveryOptions,
  handle?: Handle,
  usedInbox?: Inbox,
) => handleDelivery(await buildDelivery(body, options), handle, usedInbox);

const findRow = (id: string) => testDatabase.inbox.findById(id).lean<InboxRow>();
const countEffects = (what: string) => testDatabase.effects.count(what);

const readRestarts = async (id: string) => (await findRow(id))?.restarts;
/** The inbox row of an event whose consumer was killed. */
const simulateKills = async (event: { id: string; type: string }, times: number) => {
  for (let life = 0; life < times; life += 1) await inbox.countRestart(event);
};

test('completes an event about an erased person without a change', async () => {
  const outcome = await handleTestMessage(buildEnvelope('erased'), {}, () => {
    throw new PersonErased();
  });
  expect(outcome).toEqual({ kind: 'done' });
});

describe('an event', () => {
  test('is applied together with its row, once, however often it is delivered', async () => {
    const event = buildEnvelope('whole');
    expect(await handleTestMessage(event)).toEqual({ kind: 'done' });
    const row = await findRow(event.id);
    expect(row).toEqual({ _id: event.id, type: ticketIssued.type, doneAt: expect.any(Date) });
    expect(Math.abs(Date.now() - Number(row?.doneAt))).toBeLessThan(10_000);

    expect(await handleTestMessage(event)).toEqual({ kind: 'done' });
    expect(await handleTestMessage(event, { redelivered: true })).toEqual({ kind: 'done' });
    expect(await countEffects('whole')).toBe(1);
    expect(await findRow(event.id)).toMatchObject({ doneAt: row?.doneAt });
  });

  test('is handled with its data and in its own id and trace', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const scopes: (Scope | undefined)[] = [];
    const recordScope = async (id: string) => {
      expect(id).toBe('traced');
      scopes.push(currentScope());
    };
    const traced = buildEnvelope('traced', { traceparent });
    expect(await handleTestMessage(traced, {}, recordScope)).toEqual({ kind: 'done' });
    expect(scopes).toEqual([{ requestId: traced.id, traceparent }]);
  });

  test('is traced as a consumer by its type and id', async () => {
    const traced = buildEnvelope('recorded');
    const recorded: unknown[] = [];
    const record = (span: unknown) => void recorded.push(span);
    spans.start.subscribe(record);
    await handleTestMessage(traced).finally(() => spans.start.unsubscribe(record));
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
    const broken = new Error('broken');
    const fail = async (id: string) => {
      await testDatabase.effects.add(id);
      throw broken;
    };
    const attempt = (failures?: number) =>
      handleTestMessage(event, failures === undefined ? {} : { failures }, fail);
    expect(await attempt()).toEqual({ kind: 'retry', delayMs: 10, failures: 1, error: broken });
    expect(await attempt(1)).toEqual({ kind: 'retry', delayMs: 200, failures: 2, error: broken });
    expect(await attempt(2)).toEqual({ kind: 'dead', reason: 'failed', failures: 3, error: broken });
    expect(await countEffects('failing')).toBe(0);
    expect(await findRow(event.id)).toBeNull();
  });

  test.each([
    ['a lost connection', () => new mongo.MongoNetworkError('lost')],
    ['no server', () => new mongo.MongoTopologyClosedError('closed')],
  ])('does not count an outage of the database as its failure: %s', async (_how, fault) => {
    const event = buildEnvelope('interrupted');
    const error = fault();
    const outcome = await handleTestMessage(event, { failures: 1 }, async () => {
      throw error;
    });
    expect(outcome).toEqual({ kind: 'store-down', eventId: event.id, error });
  });
});

describe('a dead letter at once is', () => {
  test.each([
    ['malformed', 'not JSON', undefined],
    ['malformed', { ...buildEnvelope('x'), specversion: '2.0' }, undefined],
    ['not-taken', buildEnvelope('x', { type: 'ticket.torn.v1' }), undefined],
    ['wrong-data', buildEnvelope('x', { data: { application_id: 7 } }), expect.any(Error)],
  ])('what is %s (%#)', async (reason, body, error) => {
    expect(await handleTestMessage(body, { failures: 3 })).toEqual({
      kind: 'dead',
      reason,
      failures: 3,
      error,
    });
  });
});

test('is forged, without an effect, when its signature covers other bytes', async () => {
  const forged = buildEnvelope('forged');
  const outcome = await handleTestMessage(forged, {
    signed: { ...forged, time: '2024-12-01T10:00:00.000Z' },
  });
  expect(outcome).toMatchObject({ kind: 'dead', reason: 'forged', error: { name: 'ForgedEvent' } });
  expect(await countEffects('forged')).toBe(0);
  expect(await findRow(forged.id)).toBeNull();
});

test('is forged when it has no headers at all', async () => {
  const { message, session } = await buildDelivery(buildEnvelope('bare'));
  const bare = { ...message, properties: {} } as ConsumeMessage;
  const outcome = await handleDelivery({ message: bare, session });
  expect(outcome).toMatchObject({ kind: 'dead', reason: 'forged' });
  expect(await countEffects('bare')).toBe(0);
});

describe('a message that is redelivered after its consumer was lost', () => {
  const again = { redelivered: true };

  test('is handled up to five times', async () => {
    const event = buildEnvelope('unlucky');
    await simulateKills(event, 4);
    expect(await findRow(event.id)).toEqual({
      _id: event.id,
      type: ticketIssued.type,
      restarts: 4,
      arrivedAt: expect.any(Date),
    });
    expect(await handleTestMessage(event, again)).toEqual({ kind: 'done' });
    expect(await countEffects('unlucky')).toBe(1);
    expect(await findRow(event.id)).toMatchObject({ restarts: 5, doneAt: expect.any(Date) });
  });

  test('is poison after that and is not handled', async () => {
    const event = buildEnvelope('poison');
    await simulateKills(event, 5);
    expect(await handleTestMessage(event, { ...again, failures: 2 })).toEqual({
      kind: 'dead',
      reason: 'poison',
      failures: 2,
      error: undefined,
    });
    expect(await countEffects('poison')).toBe(0);
  });

  test('restarts the count after a regular failure; other counts do not change', async () => {
    const [event, other] = [buildEnvelope('failed'), buildEnvelope('other')];
    await simulateKills(event, 3);
    await simulateKills(other, 2);
    const fail = async () => {
      throw new Error('broken');
    };
    expect(await handleTestMessage(event, again, fail)).toMatchObject({ kind: 'retry' });
    expect(await readRestarts(event.id)).toBeUndefined();
    expect(await readRestarts(other.id)).toBe(2);
  });

  test('fails as any other when its count cannot be reset', async () => {
    const broken = new Error('broken');
    const failing = new Inbox(testDatabase.inbox);
    failing.forgetRestarts = () => Promise.reject(new Error('not now'));
    const fail = () => Promise.reject(broken);
    const outcome = await handleTestMessage(buildEnvelope('uncounted'), again, fail, failing);
    expect(outcome).toMatchObject({ kind: 'retry', error: broken });
  });
});

describe('rows', () => {
  test.each(['doneAt', 'arrivedAt'])('are kept for 90 days after %s', async (field) => {
    expect(testDatabase.inbox.collection.collectionName).toBe('inbox');
    expect(await testDatabase.inbox.collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { [field]: 1 }, expireAfterSeconds: 90 * 86_400 }),
    );
  });

  test('reports exactly one of several concurrent deliveries as the first', async () => {
    const event = buildEnvelope('at-once');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => handleTestMessage(event)));
    expect(outcomes).toEqual(Array(5).fill({ kind: 'done' }));
    expect(await countEffects('at-once')).toBe(1);
  });
});
