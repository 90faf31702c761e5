import { expect, test } from '@jest/globals';
import { createWayFigures } from './way-figures.ts';

const SECONDS = 60;

/** A flow each second, of 500 ms. */
const ways = Array.from({ length: SECONDS }, (_, second) => ({ dueAtMs: second * 1000, ms: 500 }));

test('counts no failure of a flow that met a service that was down, or was due 15 s after it', () => {
  const failing = ways.map((way) => ({
    ...way,
    ...(way.dueAtMs >= 10_000 && way.dueAtMs <= 27_000 && { failure: 'unavailable' }),
  }));
  const downtimes = [{ fromMs: 10_000, toMs: 12_000 }];
  const [failed] = createWayFigures(failing, { downtimes, readings: [] }, SECONDS);
  expect(failed?.measured).toBe('1 of 43; 17 others met a service that was down, of which 17 failed');
  expect(failed?.isReached).toBe(false);
});

test('does not compare the time of a flow that met a reading of memory', () => {
  const slowed = ways.map((way) => (way.dueAtMs === 56_000 ? { ...way, ms: 900 } : way));
  const compare = (readings: { fromMs: number; toMs: number }[]) =>
    createWayFigures(slowed, { downtimes: [], readings }, SECONDS)[1]?.isReached;
  expect(compare([])).toBe(false);
  expect(compare([{ fromMs: 55_000, toMs: 57_000 }])).toBe(true);
});
