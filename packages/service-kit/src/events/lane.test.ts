import { setImmediate as turn } from 'node:timers/promises';
import { ticketIssued } from '@archaka/contracts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { startLane } from './lane.ts';
import { startRelay } from './relay.ts';
import { createSignal } from './signal.ts';
import { aRow, scriptedBroker, scriptedRows } from './testing/outbox.ts';

const log = pino({ level: 'silent' });
const sign = async () => 'signature';

/** Lets all that needs no time happen. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await turn();
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

function startTestLane(ids: readonly string[] = [], { refusedBefore = false } = {}) {
  const broker = scriptedBroker();
  const rows = scriptedRows(ids.map((id) => aRow(id)));
  const signal = createSignal();
  const lane = startLane({
    broker,
    rows,
    publishes: [ticketIssued],
    sign,
    log,
    signal,
    limit: 2,
    refusedBefore,
  });
  return { broker, rows, signal, lane };
}

test('when its channel opens it sends all that is due, batch after batch, and removes what was taken', async () => {
  const { broker, rows, lane } = startTestLane(['a', 'b', 'untaken', 'c']);
  await settle();
  expect(rows.claims).toEqual([]);

  broker.open();
  await settle();
  expect(broker.checked).toEqual(['portal.events', 'svc-application.events']);
  expect(broker.sent.map(({ options }) => options.messageId)).toEqual(['a', 'b', 'untaken', 'c']);
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(rows.claims).toEqual(Array(3).fill({ limit: 2, refusedBefore: false, leaseMs: 5000 }));
  await lane.stop();
});

test('sends nothing while the queue of a service that consumes its events is missing', async () => {
  const { broker, rows, lane } = startTestLane(['a']);
  broker.missing.add('svc-application.events');
  broker.open();
  await settle();
  expect(rows.claims).toEqual([]);
  await lane.stop();
  expect(broker.sent).toEqual([]);
});

test('it says that nothing was published when nothing was taken', async () => {
  const { broker, rows, lane } = startTestLane(['untaken']);
  broker.open();
  await settle();
  expect(rows.postponed).toEqual(['untaken']);
  expect(rows.published).toEqual([]);
  await lane.stop();
});

test('a row that the broker has not confirmed within four seconds, while the lease lasts, is put off', async () => {
  const { broker, rows, lane } = startTestLane(['unconfirmed']);
  broker.open();
  await settle();
  await jest.advanceTimersByTimeAsync(3999);
  expect(rows.postponed).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  await settle();
  expect(rows.postponed).toEqual(['unconfirmed']);
  await lane.stop();
});

test('a signal wakes it at once, and without one it looks every second', async () => {
  const { broker, rows, signal, lane } = startTestLane();
  broker.open();
  await settle();
  rows.add(aRow('signalled'));
  await settle();
  expect(rows.published).toEqual([]);
  signal.give();
  await settle();
  expect(rows.published).toEqual([['signalled']]);

  rows.add(aRow('polled'));
  await jest.advanceTimersByTimeAsync(999);
  await settle();
  expect(rows.published).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  await settle();
  expect(rows.published).toEqual([['signalled'], ['polled']]);
  await lane.stop();
});

test('it claims nothing while the broker takes no messages, nor when its channel is closed', async () => {
  const { broker, rows, signal, lane } = startTestLane(['waiting']);
  broker.block(true);
  broker.open();
  await settle();
  expect(rows.claims).toEqual([]);
  broker.block(false);
  broker.closeChannel();
  signal.give();
  await settle();
  expect(rows.claims).toEqual([]);
  broker.open();
  await settle();
  expect(rows.published).toEqual([['waiting']]);
  await lane.stop();
});

test('when the store fails, it tries again a second later', async () => {
  jest.useRealTimers();
  const { broker, rows, signal, lane } = startTestLane(['kept']);
  rows.failOnce();
  const began = performance.now();
  broker.open();
  await turn();
  signal.give();
  await rows.somePublished;
  expect(performance.now() - began).toBeGreaterThan(950);
  await lane.stop();
});

test('told to stop it sends what is due, closes its channel, and asks for no more', async () => {
  const { broker, rows, signal, lane } = startTestLane();
  broker.open();
  await settle();
  for (const id of ['a', 'b', 'c']) rows.add(aRow(id));
  await lane.stop();
  expect(rows.published).toEqual([['a', 'b'], ['c']]);
  expect(broker.closed()).toBe(1);

  rows.add(aRow('late'));
  signal.give();
  await jest.advanceTimersByTimeAsync(5000);
  await settle();
  expect(rows.published).toHaveLength(2);
});

test('it ends in three seconds though there is always more', async () => {
  const { broker, rows, lane } = startTestLane();
  broker.open();
  await settle();
  const claimedBefore = rows.claims.length;
  rows.whenClaimed = () => {
    rows.add(aRow(`more-${rows.claims.length}`));
    jest.advanceTimersByTime(1000);
  };
  await lane.stop();
  const claimed = rows.claims.length - claimedBefore;
  expect(claimed).toBeGreaterThanOrEqual(3);
  expect(claimed).toBeLessThanOrEqual(5);
});

test('a relay sends new rows in batches, and those that were refused alone, each on a channel of its own', async () => {
  const broker = scriptedBroker();
  const rows = scriptedRows([aRow('refused', 1), ...['a', 'b', 'c'].map((id) => aRow(id)), aRow('worse', 2)]);
  const news = createSignal();
  const relay = startRelay({ broker, rows, publishes: [], sign, news, log });
  broker.open();
  await settle();
  expect(rows.claims).toContainEqual({ limit: 100, refusedBefore: false, leaseMs: 5000 });
  expect(rows.claims).toContainEqual({ limit: 1, refusedBefore: true, leaseMs: 5000 });
  expect(rows.published).toHaveLength(3);
  expect(rows.published).toEqual(expect.arrayContaining([['a', 'b', 'c'], ['refused'], ['worse']]));
  expect(broker.checked).toEqual(Array(2).fill('portal.events'));

  rows.add(aRow('new'));
  news.give();
  await settle();
  expect(rows.published).toContainEqual(['new']);
  for (const row of [aRow('last'), aRow('last-refused', 1)]) rows.add(row);
  await relay.stop();
  expect(rows.published).toEqual(expect.arrayContaining([['last'], ['last-refused']]));
  expect(broker.closed()).toBe(2);
});
