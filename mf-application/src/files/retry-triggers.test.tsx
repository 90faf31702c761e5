import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createBackoff, waitForTrigger, whenOnlineOrAfter } from './retry.ts';

afterEach(() => jest.restoreAllMocks());

const mockOnline = (isOnline: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
const delays = (count: number) => {
  const backoff = createBackoff();
  return Array.from({ length: count }, () => backoff.next());
};

describe('the delays between tries', () => {
  test('grow, and end after eight tries', () => {
    mockOnline(true);
    expect(delays(9)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, undefined]);
  });

  test('continue while the browser reports no network', () => {
    mockOnline(false);
    expect(delays(20).slice(-12)).toEqual(Array.from({ length: 12 }, () => 30_000));
  });
});

test('retries after the delay although the browser reports no network', async () => {
  mockOnline(false);
  await waitForTrigger(new AbortController().signal, ...whenOnlineOrAfter(1));
});
