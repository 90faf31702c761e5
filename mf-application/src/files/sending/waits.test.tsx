import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createBackoff, lineMayBeBack, waitFor } from './waits.ts';

afterEach(() => jest.restoreAllMocks());

const online = (is: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);
const delays = (count: number) => {
  const backoff = createBackoff();
  return Array.from({ length: count }, () => backoff.next());
};

describe('the delays between tries', () => {
  test('grow, and end after eight tries', () => {
    online(true);
    expect(delays(9)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, undefined]);
  });

  test('never end while the browser says that there is no network', () => {
    online(false);
    expect(delays(20).slice(-12)).toEqual(Array.from({ length: 12 }, () => 30_000));
  });
});

test('goes on after the delay although the browser says that there is no network', async () => {
  online(false);
  await waitFor(new AbortController().signal, ...lineMayBeBack(1));
});
