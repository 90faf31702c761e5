import { expect, jest, test } from '@jest/globals';
import { createDisturbances } from './disturbances.ts';
import { measureRecoveries } from './recoveries.ts';

/** Sets what `performance.now()` says. */
const setNow = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(ms);

test('a service is not charged for the time in which a store was broken, a primary is', () => {
  setNow(0);
  const lines: string[] = [];
  const disturbances = createDisturbances();
  const recoveries = measureRecoveries(disturbances, (line) => lines.push(line));
  setNow(1000);
  const end = disturbances.begin();
  setNow(4000);
  end();
  setNow(5000);
  end();
  recoveries.record('service', 'svc-auth of portal-2', 0);
  recoveries.record('primary', 'kill the primary', 1000);
  expect(recoveries.all.map(({ kind, ms }) => [kind, ms])).toEqual([
    ['service', 2000],
    ['primary', 4000],
  ]);
  expect(lines).toEqual([
    'service back after 2000 ms: svc-auth of portal-2',
    'primary back after 4000 ms: kill the primary',
  ]);
  jest.restoreAllMocks();
});
