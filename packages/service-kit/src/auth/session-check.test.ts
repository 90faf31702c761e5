import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createSessionCheck } from './user-tokens.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A svc-auth that has ended these sessions, or does not answer. */
function createCheck(ended: Set<string> | 'down') {
  const requests: (readonly string[])[] = [];
  const isOpen = createSessionCheck(async (sids) => {
    requests.push(sids);
    if (ended === 'down') throw new Error('down');
    return sids.filter((sid) => ended.has(sid));
  });
  return { isOpen, requests };
}

test('checks concurrent sessions in one request, and each at most once a second', async () => {
  const { isOpen, requests } = createCheck(new Set(['b']));
  expect(await Promise.all(['a', 'b', 'a'].map(isOpen))).toEqual([true, false, true]);
  expect(await isOpen('a')).toBe(true);
  expect(requests).toEqual([['a', 'b']]);
});

test('rejects an ended session within a second', async () => {
  const ended = new Set<string>();
  const { isOpen } = createCheck(ended);
  expect(await isOpen('a')).toBe(true);
  ended.add('a');
  jest.advanceTimersByTime(999);
  expect(await isOpen('a')).toBe(true);
  jest.advanceTimersByTime(1);
  expect(await isOpen('a')).toBe(false);
});

test('treats every session as open while svc-auth does not respond, and checks again a second later', async () => {
  const { isOpen, requests } = createCheck('down');
  expect(await Promise.all([isOpen('a'), isOpen('b')])).toEqual([true, true]);
  expect(await isOpen('a')).toBe(true);
  jest.advanceTimersByTime(1000);
  expect(await isOpen('a')).toBe(true);
  expect(requests).toEqual([['a', 'b'], ['a']]);
});
