import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type AskEnded, type StreamWatch, watchStreams } from './stream-watch.ts';

const LOOK_MS = 1500;
const look = () => jest.advanceTimersByTimeAsync(LOOK_MS);

let watch: StreamWatch;
let told: string[];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

/** A watch, and the sessions that svc-auth is asked after, question by question. */
function startWatch(answer: AskEnded): readonly string[][] {
  const asked: string[][] = [];
  told = [];
  watch = watchStreams({
    log: pino({}, { write: (line) => void told.push(line) }),
    askEnded: (sessionIds) => {
      asked.push([...sessionIds]);
      return answer(sessionIds);
    },
  });
  return asked;
}

function open(...sessionIds: string[]): PassThrough[] {
  return sessionIds.map((id) => {
    const stream = new PassThrough();
    watch.add(id, stream);
    return stream;
  });
}

const fails: AskEnded = async () => {
  throw new Error('svc-auth answered 500 to endedsessions');
};

test('one question is asked for all streams, and those of an ended session end', async () => {
  const asked = startWatch(async () => ['b', 'never asked after']);
  const streams = open('a', 'b', 'b', 'c');
  await look();
  expect(asked).toEqual([['a', 'b', 'c']]);
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([false, true, true, false]);
  await look();
  expect(asked[1]).toEqual(['a', 'c']);
});

test('a session keeps its four newest streams', async () => {
  startWatch(async () => []);
  const streams = open('a', 'a', 'b', 'a', 'a', 'a');
  expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false, false]);
  await once(streams[0] as PassThrough, 'close');
  open('a');
  expect(streams[1]?.destroyed).toBe(true);
});

test('where there are many sessions, each is asked after once, 500 at most in a question', async () => {
  const asked = startWatch(async () => []);
  const ids = Array.from({ length: 1001 }, (_, number) => `session-${number}`);
  open(...ids);
  await look();
  expect(asked.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(asked.flat()).toEqual(ids);
});

test('when one of several questions fails, then the others count', async () => {
  startWatch(async (ids) => (ids.includes('first') ? fails(ids) : ['last']));
  const [first] = open('first', ...Array.from({ length: 499 }, (_, number) => `session-${number}`));
  const [last] = open('last');
  await look();
  expect([first?.destroyed, last?.destroyed]).toEqual([false, true]);
});

test('sessions whose streams have closed are not asked after, however early that was', async () => {
  const asked = startWatch(async () => []);
  const [closing] = open('a');
  const closed = new PassThrough();
  for (const stream of [closing, closed]) await once(stream?.destroy() as PassThrough, 'close');
  watch.add('b', closed);
  await look();
  expect(asked).toEqual([]);
});

test('while svc-auth is slow to answer, it is not asked again', async () => {
  const answer = Promise.withResolvers<string[]>();
  const asked = startWatch(() => answer.promise);
  const [stream] = open('a');
  for (let looks = 0; looks < 4; looks += 1) await look();
  expect(asked).toHaveLength(1);
  expect(stream?.destroyed).toBe(false);
  answer.resolve(['a']);
  await look();
  expect(stream?.destroyed).toBe(true);
});

test('while svc-auth does not answer, streams stay, and the log says so once', async () => {
  let answer = fails;
  startWatch((ids) => answer(ids));
  const [stream] = open('a-secret-session');
  for (let looks = 0; looks < 5; looks += 1) {
    answer = looks % 2 === 0 ? fails : async () => [];
    await look();
  }
  expect(stream?.destroyed).toBe(false);
  expect(told).toHaveLength(1);
  expect(told[0]).not.toContain('a-secret-session');
});

test('when svc-auth fails again after it has answered for a while, then the log says so again', async () => {
  let answer = fails;
  startWatch((ids) => answer(ids));
  open('a');
  await look();
  answer = async () => [];
  for (let looks = 0; looks < 10; looks += 1) await look();
  answer = fails;
  await look();
  expect(told).toHaveLength(2);
});
