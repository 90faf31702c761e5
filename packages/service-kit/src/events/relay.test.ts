import { setImmediate as turn } from 'node:timers/promises';
import { ticketIssued } from '@archaka/contracts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Log } from '../log.ts';
import { createNotifier } from '../queue/notifier.ts';
import { type Span, spans } from '../tracing/span.ts';
import { type Message, type PublishResult, UnpublishableMessage } from './channel-publisher.ts';
import type { OutboxRow } from './outbox.ts';
import { Relay, RelayWorker, sendRow } from './relay.ts';
import { buildOutboxRow, createFakeBroker, createFakeOutbox } from './testing/broker.ts';

const NOW = Date.parse('2024-12-01T10:00:00Z');
const log = pino({ level: 'silent' });
const sign = async (body: Buffer) => `signature of ${body}`;

/** Runs all pending promise callbacks without advancing the clock. */
async function flush(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

function startTestWorker(ids: readonly string[] = [], { refusedBefore: rejectedBefore = false } = {}) {
  const broker = createFakeBroker();
  const rows = createFakeOutbox(ids.map((id) => buildOutboxRow(id)));
  const notifier = createNotifier();
  const worker = new RelayWorker({
    broker,
    outbox: rows,
    publishedEvents: [ticketIssued],
    sign,
    log,
    notifier,
    limit: 2,
    rejectedBefore,
  });
  return { broker, rows, notifier, worker };
}

test('sends all due rows in batches when its channel opens, and removes the confirmed ones', async () => {
  const { broker, rows, worker } = startTestWorker(['a', 'b', 'untaken', 'c']);
  await flush();
  expect(rows.claims).toEqual([]);

  broker.open();
  await flush();
  expect(broker.checked).toEqual(['portal.events', 'svc-application.events', 'svc-auth.events']);
  expect(broker.sent.map(({ options }) => options.messageId)).toEqual(['a', 'b', 'untaken', 'c']);
  for (const { options } of broker.sent)
    expect(options.headers).toEqual({ 'x-signature': 'signature of {}' });
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(rows.claims).toEqual(Array(3).fill({ limit: 2, rejectedBefore: false, leaseMs: 5000 }));
  await worker.stop();
});

test('reports nothing as published when the broker accepted nothing', async () => {
  const { broker, rows, worker } = startTestWorker(['untaken']);
  broker.open();
  await flush();
  expect(rows.postponed).toEqual(['untaken']);
  expect(rows.published).toEqual([]);
  await worker.stop();
});

test('postpones a row that the broker has not confirmed within four seconds, before the lease ends', async () => {
  const { broker, rows, worker } = startTestWorker(['unconfirmed']);
  broker.open();
  await flush();
  await jest.advanceTimersByTimeAsync(3999);
  expect(rows.postponed).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  await flush();
  expect(rows.postponed).toEqual(['unconfirmed']);
  await worker.stop();
});

test('wakes on a notification at once, and polls every second without one', async () => {
  const { broker, rows, notifier, worker } = startTestWorker();
  broker.open();
  await flush();
  rows.add(buildOutboxRow('signalled'));
  await flush();
  expect(rows.published).toEqual([]);
  notifier.notify();
  await flush();
  expect(rows.published).toEqual([['signalled']]);

  rows.add(buildOutboxRow('polled'));
  await jest.advanceTimersByTimeAsync(999);
  await flush();
  expect(rows.published).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  await flush();
  expect(rows.published).toEqual([['signalled'], ['polled']]);
  await worker.stop();
});

test('claims nothing while the broker is blocked, or when its channel is closed', async () => {
  const { broker, rows, notifier, worker } = startTestWorker(['waiting']);
  broker.block(true);
  broker.open();
  await flush();
  expect(rows.claims).toEqual([]);
  broker.block(false);
  broker.closeChannel();
  notifier.notify();
  await flush();
  expect(rows.claims).toEqual([]);
  broker.open();
  await flush();
  expect(rows.published).toEqual([['waiting']]);
  await worker.stop();
});

test('retries a second after a database failure', async () => {
  jest.useRealTimers();
  const { broker, rows, notifier, worker } = startTestWorker(['kept']);
  rows.failOnce();
  const began = performance.now();
  broker.open();
  await turn();
  notifier.notify();
  await rows.somePublished;
  expect(performance.now() - began).toBeGreaterThan(950);
  await worker.stop();
});

test('sends due rows when it stops, closes its channel and claims nothing more', async () => {
  const { broker, rows, notifier, worker } = startTestWorker();
  broker.open();
  await flush();
  for (const id of ['a', 'b', 'c']) rows.add(buildOutboxRow(id));
  await worker.stop();
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(broker.closed()).toBe(1);

  rows.add(buildOutboxRow('late'));
  notifier.notify();
  await jest.advanceTimersByTimeAsync(5000);
  await flush();
  expect(rows.published).toHaveLength(2);
});

test('stops within three seconds although more rows are due', async () => {
  const { broker, rows, worker } = startTestWorker();
  broker.open();
  await flush();
  const claimedBefore = rows.claims.length;
  rows.onClaim = () => {
    rows.add(buildOutboxRow(`more-${rows.claims.length}`));
    jest.advanceTimersByTime(1000);
  };
  await worker.stop();
  const claimed = rows.claims.length - claimedBefore;
  expect(claimed).toBeGreaterThanOrEqual(3);
  expect(claimed).toBeLessThanOrEqual(5);
});

test('sends new rows in batches and rejected rows one by one, each on a separate channel', async () => {
  const broker = createFakeBroker();
  const rows = createFakeOutbox([
    buildOutboxRow('refused', 1),
    ...['a', 'b', 'c'].map((id) => buildOutboxRow(id)),
    buildOutboxRow('worse', 2),
  ]);
  const notifier = createNotifier();
  const relay = new Relay({ broker, outbox: rows, publishedEvents: [], sign, notifier, log });
  broker.open();
  await flush();
  expect(rows.claims).toContainEqual({ limit: 100, rejectedBefore: false, leaseMs: 5000 });
  expect(rows.claims).toContainEqual({ limit: 1, rejectedBefore: true, leaseMs: 5000 });
  expect(rows.published).toHaveLength(3);
  expect(rows.published).toEqual(expect.arrayContaining([['a', 'b', 'c'], ['refused'], ['worse']]));
  expect(broker.checked).toEqual(Array(2).fill('portal.events'));

  rows.add(buildOutboxRow('new'));
  notifier.notify();
  await flush();
  expect(rows.published).toContainEqual(['new']);
  for (const row of [buildOutboxRow('last'), buildOutboxRow('last-refused', 1)]) rows.add(row);
  await relay.stop();
  expect(rows.published).toEqual(expect.arrayContaining([['last'], ['last-refused']]));
  expect(broker.closed()).toBe(2);
});

const row = (changes: Partial<OutboxRow> = {}): OutboxRow => ({
  _id: 'e1',
  type: 'ticket.issued.v1',
  body: '{"id":"e1"}',
  writtenAt: new Date(NOW),
  dueAt: new Date(0),
  refusals: 0,
  ...changes,
});

/** Sends a row to a broker with this response. Returns what was sent, and how the row was postponed. */
async function send(sentRow: OutboxRow, respond: () => Promise<PublishResult>, usedLog: Log = log) {
  const messages: Message[] = [];
  const postponed: unknown[][] = [];
  const outbox = { postpone: async (...postponement: unknown[]) => void postponed.push(postponement) };
  const publish = (message: Message) => {
    messages.push(message);
    return respond();
  };
  return { done: await sendRow(sentRow, { outbox, log: usedLog, publish }), messages, postponed };
}

test.each([
  { waited: 0, inMs: 1000 },
  { waited: 5000, inMs: 5000 },
  { waited: 600_000, inMs: 30_000 },
])(
  'postpones an unroutable event that has waited $waited ms by another $inMs ms',
  async ({ waited, inMs }) => {
    const sent = await send(row({ writtenAt: new Date(NOW - waited) }), async () => 'nobody');
    expect(sent).toMatchObject({ done: false, postponed: [['e1', { inMs }]] });
  },
);

test.each([
  { refusals: 0, postponement: { inMs: 1000, refusals: 1, parked: false } },
  { refusals: 3, postponement: { inMs: 8000, refusals: 4, parked: false } },
  { refusals: 6, postponement: { inMs: 64_000, refusals: 7, parked: false } },
  { refusals: 7, postponement: { inMs: 3_600_000, refusals: 8, parked: true } },
  { refusals: 20, postponement: { inMs: 3_600_000, refusals: 21, parked: true } },
])(
  'postpones a row longer after each rejection ($refusals so far), and parks it from the eighth on',
  async ({ refusals, postponement }) => {
    const sent = await send(row({ refusals }), async () => {
      throw new UnpublishableMessage('no');
    });
    expect(sent).toMatchObject({ done: false, postponed: [['e1', postponement]] });
  },
);

test('retries in a second after a lost connection, and counts no rejection', async () => {
  const sent = await send(row({ refusals: 2 }), async () => {
    throw new Error('channel closed');
  });
  expect(sent.done).toBe(false);
  expect(sent.postponed).toEqual([['e1', { inMs: 1000 }]]);
});

test("is traced as a child of the trace that the event's body names", async () => {
  const recorded: Span[] = [];
  const record = (span: unknown) => void recorded.push({ ...(span as Span) });
  spans.start.subscribe(record);
  const body = JSON.stringify({ id: 'e1', traceparent: '00-trace-span-01' });
  await send(row({ body }), async () => 'taken').finally(() => spans.start.unsubscribe(record));
  expect(recorded.map(({ parent, ...span }) => ({ ...span, parent: parent?.() }))).toEqual([
    {
      name: 'publish ticket.issued.v1',
      kind: 'producer',
      attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': 'e1' },
      parent: '00-trace-span-01',
    },
  ]);
});

test('logs a rejection with the id of the event and the number of rejections, and none of its data', async () => {
  const lines: string[] = [];
  const recordingLog = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void lines.push(line) },
  );
  const rejected = row({ refusals: 7, body: '{"mobile":"9876543210"}' });
  const respond = async () => {
    throw new UnpublishableMessage('no');
  };
  await send(rejected, respond, recordingLog);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, event: 'e1', refusals: 8, err: expect.anything() }),
  ]);
  expect(lines.join()).not.toContain('9876543210');
});
