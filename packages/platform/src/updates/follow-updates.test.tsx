import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { onNotice } from '../notices/notices.ts';
import { followUpdates } from './follow-updates.ts';

const CLOSED = 2;

class FakeStream extends EventTarget {
  static readonly CLOSED = CLOSED;
  static open: FakeStream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.open.push(this);
  }
  close() {
    this.readyState = CLOSED;
    FakeStream.open = FakeStream.open.filter((stream) => stream !== this);
  }
  fail() {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

/** A lock with one holder at a time, as between the tabs of a browser. */
function createFakeLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
      const turn = last.then(() => (signal.aborted ? undefined : work()));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const flushTasks = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  FakeStream.open = [];
  Object.assign(globalThis, { EventSource: FakeStream });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createFakeLocks() });
});
afterEach(() => {
  jest.useRealTimers();
});

test('holds one stream for two tabs, which the other takes over', async () => {
  const stopFirst = followUpdates();
  const stopSecond = followUpdates();
  await flushTasks();
  expect(FakeStream.open.map(({ url }) => url)).toEqual(['/api/updates']);
  stopFirst();
  await flushTasks();
  expect(FakeStream.open).toHaveLength(1);
  stopSecond();
  await flushTasks();
  expect(FakeStream.open).toHaveLength(0);
});

test('reports an update with its ids only', async () => {
  const onChanged = jest.fn();
  const unsubscribe = onNotice('payment-changed', onChanged);
  const stop = followUpdates();
  await flushTasks();
  const [stream] = FakeStream.open;
  const data = JSON.stringify({ order_id: 'order_1', application_id: 'ARC24-1', later: true });
  stream?.dispatchEvent(new MessageEvent('payment', { data }));
  stream?.dispatchEvent(new MessageEvent('payment', { data: 'not json' }));
  expect(onChanged.mock.calls).toEqual([[{ order_id: 'order_1', application_id: 'ARC24-1' }], [{}]]);
  stop();
  unsubscribe();
});

test('reopens a stream that the browser gave up', async () => {
  const stop = followUpdates();
  await flushTasks();
  jest.useFakeTimers();
  FakeStream.open[0]?.fail();
  expect(FakeStream.open).toHaveLength(0);
  jest.advanceTimersByTime(1000);
  expect(FakeStream.open).toHaveLength(1);
  stop();
});
