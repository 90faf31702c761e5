import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type EndedSessionQuery, monitorSessions, type SessionMonitor } from './session-monitor.ts';

const POLL_INTERVAL_MS = 1500;
const advancePoll = () => jest.advanceTimersByTimeAsync(POLL_INTERVAL_MS);

let monitor: SessionMonitor;
let logLines: string[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  monitor.stop();
  jest.useRealTimers();
});

/** A watch, and the sessions that svc-auth is asked after, question by question. */
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
    monitor.add(id, stream);
    return stream;
  });
}

const failingQuery: EndedSessionQuery = async () => {
  throw new Error('svc-auth answered 500 to endedsessions');
};

test('one question is asked for all streams, and those of an ended session end', async () => {
  const queries = startMonitor(async () => ['b', 'never asked after']);
  const streams = openStreams('a', 'b', 'b', 'c');
  await advancePoll();
  expect(queries).toEqual([['a', 'b', 'c']]);
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, true, true, false]);
  await advancePoll();
  expect(queries[1]).toEqual(['a', 'c']);
});

test('a session keeps its four newest streams', async () => {
  startMonitor(async () => []);
  const streams = openStreams('a', 'a', 'b', 'a', 'a', 'a');
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false]);
  await once(streams[0] as PassThrough, 'close');
  openStreams('a');
  expect(streams[1]?.destroyed).toBe(true);
});

test('where there are many sessions, each is asked after once, 500 at most in a question', async () => {
  const queries = startMonitor(async () => []);
  const ids = Array.from({ length: 1001 }, (_, number) => `session-${number}`);
  openStreams(...ids);
  await advancePoll();
  expect(queries.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(queries.flat()).toEqual(ids);
});

test('when one of several questions fails, then the others count', async () => {
  startMonitor(async (ids) => (ids.includes('first') ? failingQuery(ids) : ['last']));
  const [first] = openStreams('first', ...Array.from({ length: 499 }, (_, number) => `session-${number}`));
  const [last] = openStreams('last');
  await advancePoll();
  expect([first?.destroyed, last?.destroyed]).toEqual([false, true]);
});

test('sessions whose streams have closed are not asked after, however early that was', async () => {
  const queries = startMonitor(async () => []);
  const [closing] = openStreams('a');
  const closed = new PassThrough();
  for (const stream of [closing, closed]) await once(stream?.destroy() as PassThrough, 'close');
  monitor.add('b', closed);
  await advancePoll();
  expect(queries).toEqual([]);
});

test('while svc-auth is slow to answer, it is not asked again', async () => {
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

test('while svc-auth does not answer, streams stay, and the log says so once', async () => {
  let answer = failingQuery;
  startMonitor((ids) => answer(ids));
  const [stream] = openStreams('a-secret-session');
  for (let polls = 0; polls < 5; polls += 1) {
    answer = polls % 2 === 0 ? failingQuery : async () => [];
    await advancePoll();
  }
  expect(stream?.destroyed).toBe(false);
  expect(logLines).toHaveLength(1);
  expect(logLines[0]).not.toContain('a-secret-session');
});

test('when svc-auth fails again after it has answered for a while, then the log says so again', async () => {
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
