import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type EndedSessionQuery, monitorSessions, renewWhileOpen, type SessionMonitor } from './sessions.ts';

const POLL_INTERVAL_MS = 1500;
const advancePoll = () => jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);

let monitor: SessionMonitor | undefined;
let logLines: string[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  monitor?.stop();
  jest.useRealTimers();
});

/** A session monitor, and the session ids of each request to svc-auth. */
function startMonitor(answer: EndedSessionQuery): readonly string[][] {
  const queries: string[][] = [];
  logLines = [];
  monitor = monitorSessions({
    log: pino({}, { write: (line) => void logLines.push(line) }),
    findEndedSessions: (sessionIds) => {
      queries.push([...sessionIds]);
      return answer(sessionIds);
    },
  });
  return queries;
}

function openStreams(...sessionIds: string[]): PassThrough[] {
  return sessionIds.map((id) => {
    const stream = new PassThrough();
    monitor?.add(id, stream);
    return stream;
  });
}

const failingQuery: EndedSessionQuery = async () => {
  throw new Error('svc-auth responded 500 to endedsessions');
};

test('checks all streams in one request, and ends those of an ended session', async () => {
  const queries = startMonitor(async () => ['b', 'never asked after']);
  const streams = openStreams('a', 'b', 'b', 'c');
  await advancePoll();
  expect(queries).toEqual([['a', 'b', 'c']]);
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, true, true, false]);
  await advancePoll();
  expect(queries[1]).toEqual(['a', 'c']);
});

test('retains the four newest streams of a session', async () => {
  startMonitor(async () => []);
  const streams = openStreams('a', 'a', 'b', 'a', 'a', 'a');
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false]);
  await once(streams[0] as PassThrough, 'close');
  openStreams('a');
  expect(streams[1]?.destroyed).toBe(true);
});

test('checks each of many sessions once, at most 500 in a request', async () => {
  const queries = startMonitor(async () => []);
  const ids = Array.from({ length: 1001 }, (_, number) => `session-${number}`);
  openStreams(...ids);
  await advancePoll();
  expect(queries.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(queries.flat()).toEqual(ids);
});

test('uses the other responses when one of several requests fails', async () => {
  startMonitor(async (ids) => (ids.includes('first') ? failingQuery(ids) : ['last']));
  const [first] = openStreams('first', ...Array.from({ length: 499 }, (_, number) => `session-${number}`));
  const [last] = openStreams('last');
  await advancePoll();
  expect([first?.destroyed, last?.destroyed]).toEqual([false, true]);
});

test('does not check sessions whose streams have closed', async () => {
  const queries = startMonitor(async () => []);
  const [closing] = openStreams('a');
  const closed = new PassThrough();
  for (const stream of [closing, closed]) await once(stream?.destroy() as PassThrough, 'close');
  monitor?.add('b', closed);
  await advancePoll();
  expect(queries).toEqual([]);
});

test('sends no further request while svc-auth is slow', async () => {
  const answer = Promise.withResolvers<string[]>();
  const queries = startMonitor(() => answer.promise);
  const [stream] = openStreams('a');
  for (let polls = 0; polls < 4; polls += 1) await advancePoll();
  expect(queries).toHaveLength(1);
  expect(stream?.destroyed).toBe(false);
  answer.resolve(['a']);
  await advancePoll();
  expect(stream?.destroyed).toBe(true);
});

test('logs another outage of svc-auth after a recovery', async () => {
  let answer = failingQuery;
  startMonitor((ids) => answer(ids));
  openStreams('a');
  await advancePoll();
  answer = async () => [];
  for (let polls = 0; polls < 10; polls += 1) await advancePoll();
  answer = failingQuery;
  await advancePoll();
  expect(logLines).toHaveLength(2);
});

const MINUTE = 60_000;

test('renews the token of an open stream every five minutes, also after an outage of svc-auth', async () => {
  const stream = new PassThrough();
  const renew = jest.fn(async () => {
    throw new Error('svc-auth is down');
  });
  renewWhileOpen(stream, renew);
  await jest.advanceTimersByTimeAsync(15 * MINUTE);
  expect(renew).toHaveBeenCalledTimes(3);
  await once(stream.destroy(), 'close');
  await jest.advanceTimersByTimeAsync(15 * MINUTE);
  expect(renew).toHaveBeenCalledTimes(3);
});
