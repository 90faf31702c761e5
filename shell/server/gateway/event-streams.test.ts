import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renewWhileOpen } from './event-streams.ts';

const MINUTE = 60_000;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

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
