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

const see = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};
const triesIn = async (ms: number) => {
  work.mockClear();
  await jest.advanceTimersByTimeAsync(ms);
  return work.mock.calls.length;
};

test('the gaps grow from 2 s to a minute, until it works', async () => {
  stop = tryAgain(work);
  expect(await triesIn(1999)).toBe(0);
  for (const gap of [1, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    expect(await triesIn(gap - 1)).toBe(0);
    expect(await triesIn(1)).toBe(1);
  }
  work.mockResolvedValue(true);
  expect(await triesIn(60_000)).toBe(1);
  expect(await triesIn(600_000)).toBe(0);
});

test('the pages that one fault has struck do not come back in one moment', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  stop = tryAgain(work);
  expect(await triesIn(1500)).toBe(1);
});

test('a page that is not seen does not try; seen again, it tries at once', async () => {
  stop = tryAgain(work);
  see(true);
  expect(await triesIn(600_000)).toBe(0);
  see(false);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a device that is online again tries at once, and one try at a time', async () => {
  work.mockReturnValue(new Promise(() => undefined));
  stop = tryAgain(work);
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(work).toHaveBeenCalledTimes(1);
});

test('when it is told to stop, then it does not try any more', async () => {
  stop = tryAgain(work);
  stop();
  dispatchEvent(new Event('online'));
  expect(await triesIn(600_000)).toBe(0);
});
