import { expect, jest, test } from '@jest/globals';
import { createDisturbances } from './disturbances.ts';
import { measureRecoveries } from './recoveries.ts';

/** Sets the value of `performance.now()`. */
const setNow = (ms: number) => jest.spyOn(performance, 'now').mockReturnValue(ms);

test('excludes periods with a faulty store from the recovery of a service, but not from that of a primary', () => {
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
    'service recovered after 2000 ms: svc-auth of portal-2',
    'primary recovered after 4000 ms: kill the primary',
  ]);
  jest.restoreAllMocks();
});
