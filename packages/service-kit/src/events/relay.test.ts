import { setImmediate as turn } from 'node:timers/promises';
import { ticketIssued } from '@archaka/contracts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type Span, spans } from '../tracing/span.ts';
import { type PublishResult, UnpublishableMessage } from './channel-publisher.ts';
import type { OutboxRow } from './outbox.ts';
import { Handover, Relay, RelayWorker, sendRow } from './relay.ts';
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

const leased = (id: string): OutboxRow => ({ ...buildOutboxRow(id), lease: 'own' });

function startTestWorker(ids: readonly string[] = []) {
  const broker = createFakeBroker();
  const rows = createFakeOutbox(ids.map((id) => buildOutboxRow(id)));
  const handover = new Handover();
  const worker = new RelayWorker({
    broker,
    outbox: rows,
    consumers: ticketIssued.consumers,
    sign,
    log,
    handover,
    limit: 2,
    rejectedBefore: false,
  });
  return { broker, rows, handover, worker };
}

test('sends all due rows in batches when its channel opens, and removes the confirmed ones', async () => {
  const { broker, rows, worker } = startTestWorker(['a', 'b', 'untaken', 'c']);
  await flush();
  expect(rows.claims).toEqual([]);

  broker.open();
  await flush();
  expect(broker.checked).toEqual([
    'portal.events',
    ...['svc-application.events', 'svc-application.dead'],
    ...['svc-auth.events', 'svc-auth.dead'],
    ...['svc-desk.events', 'svc-desk.dead'],
  ]);
  expect(broker.sent.map(({ options }) => options.messageId)).toEqual(['a', 'b', 'untaken', 'c']);
  for (const { options } of broker.sent)
    expect(options.headers).toEqual({ 'x-signature': 'signature of {}' });
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(rows.claims).toEqual(Array(3).fill({ limit: 2, where: { tries: 0 } }));
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
  const { broker, rows, handover, worker } = startTestWorker();
  broker.open();
  await flush();
  rows.add(buildOutboxRow('signalled'));
  await flush();
  expect(rows.published).toEqual([]);
  handover.notifier.notify();
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

test('sends rows that are handed over without a claim, and still claims the others each second', async () => {
  const { broker, rows, handover, worker } = startTestWorker();
  broker.open();
  await flush();
  expect(rows.claims).toHaveLength(1);
  const handOver = async (id: string) => {
    handover.add(leased(id));
    await flush();
  };
  rows.add(buildOutboxRow('other'));
  await handOver('a');
  jest.advanceTimersByTime(999);
  await handOver('b');
  expect(rows.published).toEqual([['a'], ['b']]);
  expect(rows.claims).toHaveLength(1);
  jest.advanceTimersByTime(1);
  await handOver('c');
  expect(rows.published).toEqual([['a'], ['b'], ['c', 'other']]);
  await worker.stop();
});

test('leases no row while nothing can be sent, and forgets those whose channel has closed', async () => {
  const { broker, rows, handover, worker } = startTestWorker();
  expect(handover.isOpen()).toBe(false);
  broker.open();
  await flush();
  expect(handover.isOpen()).toBe(true);
  broker.block(true);
  expect(handover.isOpen()).toBe(false);
  handover.add(leased('blocked'));
  broker.closeChannel();
  broker.block(false);
  broker.open();
  await flush();
  expect(rows.published).toEqual([]);
  await worker.stop();
});

test('claims nothing while the broker is blocked, or when its channel is closed', async () => {
  const { broker, rows, handover, worker } = startTestWorker(['waiting']);
  broker.block(true);
  broker.open();
  await flush();
  expect(rows.claims).toEqual([]);
  broker.block(false);
  broker.closeChannel();
  handover.notifier.notify();
  await flush();
  expect(rows.claims).toEqual([]);
  broker.open();
  await flush();
  expect(rows.published).toEqual([['waiting']]);
  await worker.stop();
});

test('retries a second after a database failure', async () => {
  jest.useRealTimers();
  const { broker, rows, handover, worker } = startTestWorker(['kept']);
  rows.failOnce();
  const began = performance.now();
  broker.open();
  await turn();
  handover.notifier.notify();
  await rows.somePublished;
  expect(performance.now() - began).toBeGreaterThan(950);
  await worker.stop();
});

test('sends due rows when it stops, closes its channel and claims nothing more', async () => {
  const { broker, rows, handover, worker } = startTestWorker();
  broker.open();
  await flush();
  for (const id of ['a', 'b', 'c']) rows.add(buildOutboxRow(id));
  await worker.stop();
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(broker.closed()).toBe(1);

  rows.add(buildOutboxRow('late'));
  handover.notifier.notify();
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
  const handover = new Handover();
  const relay = new Relay({ broker, outbox: rows, consumers: [], sign, handover, log });
  broker.open();
  await flush();
  expect(rows.claims).toContainEqual({ limit: 100, where: { tries: 0 } });
  expect(rows.claims).toContainEqual({ limit: 1, where: { tries: { $gt: 0 } } });
  expect(rows.published).toHaveLength(3);
  expect(rows.published).toEqual(expect.arrayContaining([['a', 'b', 'c'], ['refused'], ['worse']]));
  expect(broker.checked).toEqual(Array(2).fill('portal.events'));

  rows.add(buildOutboxRow('new'));
  handover.notifier.notify();
  await flush();
  expect(rows.published).toContainEqual(['new']);
  for (const row of [buildOutboxRow('last'), buildOutboxRow('last-refused', 1)]) rows.add(row);
  await relay.stop();
  expect(rows.published).toEqual(expect.arrayContaining([['last'], ['last-refused']]));
  expect(broker.closed()).toBe(2);
});

const claim = (changes: Partial<OutboxRow>) => {
  const row = { ...buildOutboxRow('e1'), at: new Date(NOW), ...changes };
  return { row, lease: 'own' };
};

/** Sends a row to a broker with this response. Returns whether it was sent, and how it was postponed. */
async function send(claimed: ReturnType<typeof claim>, publish: () => Promise<PublishResult>) {
  const postponed: unknown[][] = [];
  const rows = { postpone: async (...postponement: unknown[]) => void postponed.push(postponement) };
  return { done: await sendRow(claimed, { rows, log, publish }), postponed };
}

const reject = (error: Error) => () => Promise.reject(error);
const unroutable = async () => 'nobody' as const;
const refused = reject(new UnpublishableMessage('no'));
const failed = (attempts: number) => ({ attempts, isParked: attempts >= 8 });
test.each([
  ['unroutable', {}, unroutable, [1000, 1000], { attempts: 0 }],
  ['unroutable for 5 s', { at: new Date(NOW - 5000) }, unroutable, [5000, 5000], { attempts: 0 }],
  ['unroutable for 10 min', { at: new Date(NOW - 600_000) }, unroutable, [30_000, 30_000], { attempts: 0 }],
  ['rejected', {}, refused, [375, 625], failed(1)],
  ['rejected 4 times', { tries: 3 }, refused, [3000, 5000], failed(4)],
  ['rejected 7 times', { tries: 6 }, refused, [24_000, 40_000], failed(7)],
  ['rejected 8 times', { tries: 7 }, refused, [3_600_000, 3_600_000], failed(8)],
  ['rejected 21 times', { tries: 20 }, refused, [3_600_000, 3_600_000], failed(21)],
  ['on a lost connection', { tries: 2 }, reject(new Error('closed')), [750, 1250], { attempts: 2 }],
])('postpones a row that is %s', async (_what, changes, respond, [min, max], postponement) => {
  const claimed = claim(changes);
  const { done, postponed } = await send(claimed, respond);
  expect({ done, postponed }).toEqual({
    done: false,
    postponed: [[claimed, { inMs: expect.any(Number), ...postponement }]],
  });
  const [[, { inMs }]] = postponed as [[unknown, { inMs: number }]];
  expect(inMs).toBeGreaterThanOrEqual(min as number);
  expect(inMs).toBeLessThanOrEqual(max as number);
});

test("is traced as a child of the trace that the event's body names", async () => {
  const recorded: Span[] = [];
  const record = (span: unknown) => void recorded.push({ ...(span as Span) });
  spans.start.subscribe(record);
  const body = JSON.stringify({ id: 'e1', traceparent: '00-trace-span-01' });
  await send(claim({ body }), async () => 'taken').finally(() => spans.start.unsubscribe(record));
  expect(recorded.map(({ parent, ...span }) => ({ ...span, parent: parent?.() }))).toEqual([
    {
      name: 'publish ticket.issued.v1',
      kind: 'producer',
      attributes: { 'messaging.system': 'rabbitmq', 'messaging.message.id': 'e1' },
      parent: '00-trace-span-01',
    },
  ]);
});
