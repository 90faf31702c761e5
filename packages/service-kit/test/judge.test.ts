import { ticketIssued } from '@archaka/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import { mongo } from 'mongoose';
import type { Arrival } from '../src/events/arrival.ts';
import { type Inbox, type InboxRow, inboxOf } from '../src/events/inbox.ts';
import { judge } from '../src/events/judge.ts';
import { SIGNATURE } from '../src/events/signature.ts';
import { on } from '../src/events/taken.ts';
import { currentScope, type Scope } from '../src/scope.ts';
import { findForgery, sign } from './fixtures/keys.ts';
import { envelopeFor } from './fixtures/messages.ts';
import { openStore, type Store } from './fixtures/store.ts';

let store: Store;
let inbox: Inbox;
beforeAll(async () => {
  store = await openStore();
  inbox = inboxOf(store.inbox);
});
afterAll(() => store.close());

interface Came {
  /** What its signature covers; its body when left out. */
  readonly signed?: unknown;
  readonly redelivered?: boolean;
  readonly failures?: number;
}

const bytesOf = (body: unknown) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const arrivalOf = async (body: unknown, { redelivered = false, failures, signed = body }: Came = {}) => {
  const content = bytesOf(body);
  const headers = {
    [SIGNATURE]: await sign(bytesOf(signed)),
    ...(failures === undefined ? {} : { 'x-failures': failures }),
  };
  const message = { content, fields: { redelivered }, properties: { headers } } as unknown as ConsumeMessage;
  return { message, session: undefined as never } satisfies Arrival;
};

/** Judges a message for a service that takes one event, by `handle`, and tries again after 10 and 200 ms. */
async function judged(
  body: unknown,
  came?: Came,
  handle: (applicationId: string) => Promise<void> = store.effects.add,
  changes: Partial<Inbox> = {},
) {
  const taken = on(ticketIssued, ({ application_id }) => handle(application_id));
  return judge(await arrivalOf(body, came), {
    db: store.db,
    inbox: { ...inbox, ...changes },
    takes: new Map([[ticketIssued.type, taken]]),
    findForgery,
    delays: [10, 200],
  });
}

const rowOf = (id: string) => store.inbox.findById(id).lean<InboxRow>();
const effects = (what: string) => store.effects.count(what);

const countsOf = async (id: string) => (await rowOf(id))?.restarts;
/** What a consumer leaves behind that is killed by the event. */
const killedBy = async (event: { id: string; type: string }, times: number) => {
  for (let life = 0; life < times; life += 1) await inbox.countRestart(event);
};

describe('an event', () => {
  test('has its effect together with its row, once, however often it comes', async () => {
    const event = envelopeFor('whole');
    expect(await judged(event)).toEqual({ kind: 'done' });
    const row = await rowOf(event.id);
    expect(row).toEqual({ _id: event.id, type: ticketIssued.type, doneAt: expect.any(Date) });
    expect(Math.abs(Date.now() - Number(row?.doneAt))).toBeLessThan(10_000);

    expect(await judged(event)).toEqual({ kind: 'done' });
    expect(await judged(event, { redelivered: true })).toEqual({ kind: 'done' });
    expect(await effects('whole')).toBe(1);
    expect(await rowOf(event.id)).toMatchObject({ doneAt: row?.doneAt });
  });

  test('is handled with its data and under its own id and trace', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const scopes: (Scope | undefined)[] = [];
    const notice = async (id: string) => {
      expect(id).toBe('traced');
      scopes.push(currentScope());
    };
    const traced = envelopeFor('traced', { traceparent });
    expect(await judged(traced, {}, notice)).toEqual({ kind: 'done' });
    expect(scopes).toEqual([{ requestId: traced.id, traceparent }]);
  });

  test('that fails leaves neither effect nor row, and is tried again after each delay, then dead', async () => {
    const event = envelopeFor('failing');
    const broken = new Error('broken');
    const fail = async (id: string) => {
      await store.effects.add(id);
      throw broken;
    };
    const attempt = (failures?: number) => judged(event, failures === undefined ? {} : { failures }, fail);
    expect(await attempt()).toEqual({ kind: 'retry', delayMs: 10, failures: 1, error: broken });
    expect(await attempt(1)).toEqual({ kind: 'retry', delayMs: 200, failures: 2, error: broken });
    expect(await attempt(2)).toEqual({ kind: 'dead', reason: 'failed', failures: 3, error: broken });
    expect(await effects('failing')).toBe(0);
    expect(await rowOf(event.id)).toBeNull();
  });

  test.each([
    ['a lost connection', () => new mongo.MongoNetworkError('lost')],
    ['no server', () => new mongo.MongoTopologyClosedError('closed')],
  ])('is not blamed for a store that is down: %s', async (_how, fault) => {
    const event = envelopeFor('interrupted');
    const error = fault();
    const verdict = await judged(event, { failures: 1 }, async () => {
      throw error;
    });
    expect(verdict).toEqual({ kind: 'store-down', eventId: event.id, error });
  });
});

describe('a dead letter at once is', () => {
  test.each([
    ['malformed', 'not JSON', undefined],
    ['malformed', { ...envelopeFor('x'), specversion: '2.0' }, undefined],
    ['not-taken', envelopeFor('x', { type: 'ticket.torn.v1' }), undefined],
    ['wrong-data', envelopeFor('x', { data: { application_id: 7 } }), expect.any(Error)],
  ])('what is %s (%#)', async (reason, body, error) => {
    expect(await judged(body, { failures: 3 })).toEqual({ kind: 'dead', reason, failures: 3, error });
  });
});

test('an event with a signature over other bytes is forged, and has no effect', async () => {
  const forged = envelopeFor('forged');
  const verdict = await judged(forged, { signed: { ...forged, time: '2024-12-01T10:00:00.000Z' } });
  expect(verdict).toMatchObject({ kind: 'dead', reason: 'forged', error: { name: 'ForgedEvent' } });
  expect(await effects('forged')).toBe(0);
  expect(await rowOf(forged.id)).toBeNull();
});

describe('a message that comes again since its consumer was lost', () => {
  const again = { redelivered: true };

  test('is handled while that has happened five times at most', async () => {
    const event = envelopeFor('unlucky');
    await killedBy(event, 4);
    expect(await rowOf(event.id)).toEqual({
      _id: event.id,
      type: ticketIssued.type,
      restarts: 4,
      arrivedAt: expect.any(Date),
    });
    expect(await judged(event, again)).toEqual({ kind: 'done' });
    expect(await effects('unlucky')).toBe(1);
    expect(await rowOf(event.id)).toMatchObject({ restarts: 5, doneAt: expect.any(Date) });
  });

  test('is poison after that, and is not handled', async () => {
    const event = envelopeFor('poison');
    await killedBy(event, 5);
    expect(await judged(event, { ...again, failures: 2 })).toEqual({
      kind: 'dead',
      reason: 'poison',
      failures: 2,
      error: undefined,
    });
    expect(await effects('poison')).toBe(0);
  });

  test('is counted from nothing after a failure in order, and others keep their count', async () => {
    const [event, other] = [envelopeFor('failed'), envelopeFor('other')];
    await killedBy(event, 3);
    await killedBy(other, 2);
    const fail = async () => {
      throw new Error('broken');
    };
    expect(await judged(event, again, fail)).toMatchObject({ kind: 'retry' });
    expect(await countsOf(event.id)).toBeUndefined();
    expect(await countsOf(other.id)).toBe(2);
  });

  test('fails as any other when its count cannot be taken back', async () => {
    const event = envelopeFor('uncounted');
    const broken = new Error('broken');
    const verdict = await judged(
      event,
      again,
      async () => {
        throw broken;
      },
      { forgetRestarts: () => Promise.reject(new Error('not now')) },
    );
    expect(verdict).toMatchObject({ kind: 'retry', error: broken });
  });

  test('counts only when it was delivered before', async () => {
    const event = envelopeFor('first');
    await judged(event);
    expect(await countsOf(event.id)).toBeUndefined();
  });
});

describe('rows', () => {
  test('are kept for 90 days after the event was done', async () => {
    expect(store.inbox.collection.collectionName).toBe('inbox');
    expect(await store.inbox.collection.indexes()).toContainEqual(
      expect.objectContaining({ key: { doneAt: 1 }, expireAfterSeconds: 90 * 86_400 }),
    );
  });

  test('of several deliveries at once, one alone is the first', async () => {
    const event = envelopeFor('at-once');
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => judged(event)));
    expect(verdicts).toEqual(Array(5).fill({ kind: 'done' }));
    expect(await effects('at-once')).toBe(1);
  });

  test('forget several counts at once', async () => {
    const events = ['a', 'b', 'c'].map((id) => envelopeFor(id));
    for (const event of events) await killedBy(event, 1);
    await inbox.forgetRestarts(events.slice(0, 2).map(({ id }) => id));
    expect(await Promise.all(events.map(({ id }) => countsOf(id)))).toEqual([undefined, undefined, 1]);
  });
});
