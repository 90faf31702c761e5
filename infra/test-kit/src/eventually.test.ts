import { expect, test } from '@jest/globals';
import { eventually, toPauseMs } from './eventually.ts';
import { scaledTimeout } from './timeouts.ts';

test('returns the first result that is neither false, empty nor an error', async () => {
  const results = [() => undefined, () => false, () => Promise.reject(new Error('not yet')), () => 0];
  expect(await eventually(() => results.shift()?.(), { intervalMs: 1 })).toBe(0);
});

test('reports the last failure after the timeout, and where the test waited', async () => {
  const wait = () =>
    eventually(() => Promise.reject(new Error('no ticket')), { timeoutMs: 10, intervalMs: 1 });
  const error: Error = await wait().catch((reason) => reason);
  expect(error.message).toBe(`not within ${scaledTimeout(10)} ms: no ticket`);
  expect(error.stack).toContain('eventually.test.ts');
});

test('polls less often the longer it waits, down to four times a second', () => {
  const waits = [0, 100, 500, 1000, 60_000];
  expect(waits.map((waitedMs) => toPauseMs(waitedMs))).toEqual([25, 25, 50, 100, 250]);
  expect(toPauseMs(60_000, 2_000)).toBe(2_000);
});
