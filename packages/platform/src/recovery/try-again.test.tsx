import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { tryAgain } from './try-again.ts';

let hidden = false;
const work = jest.fn<() => Promise<boolean>>();
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  work.mockReset().mockResolvedValue(false);
  hidden = false;
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const setPageHidden = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
const countTriesWithin = async (ms: number) => {
  work.mockClear();
  await jest.advanceTimersByTimeAsync(ms);
  return work.mock.calls.length;
};

test('retries with gaps from 2 s to a minute, until it succeeds', async () => {
  stop = tryAgain(work);
  expect(await countTriesWithin(1999)).toBe(0);
  for (const delay of [1, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    expect(await countTriesWithin(delay - 1)).toBe(0);
    expect(await countTriesWithin(1)).toBe(1);
  }
  work.mockResolvedValue(true);
  expect(await countTriesWithin(60_000)).toBe(1);
  expect(await countTriesWithin(600_000)).toBe(0);
});

test('spreads the retries of pages after a common fault', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  stop = tryAgain(work);
  expect(await countTriesWithin(1500)).toBe(1);
});

test('does not retry while the page is hidden, and retries at once when it is shown', async () => {
  stop = tryAgain(work);
  setPageHidden(true);
  expect(await countTriesWithin(600_000)).toBe(0);
  setPageHidden(false);
  expect(work).toHaveBeenCalledTimes(1);
});

test('retries at once when the device is online again, one attempt at a time', async () => {
  work.mockReturnValue(new Promise(() => undefined));
  stop = tryAgain(work);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(work).toHaveBeenCalledTimes(1);
});

test('stops on request', async () => {
  stop = tryAgain(work);
  stop();
  dispatchEvent(new Event('online'));
  expect(await countTriesWithin(600_000)).toBe(0);
});
