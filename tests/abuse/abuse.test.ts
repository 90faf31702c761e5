import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { beforeAll, expect, test } from '@jest/globals';
import { type AbuseResult, abuse } from './abuse.ts';

let result: AbuseResult;
beforeAll(async () => {
  result = await abuse({ isShort: true, report: (line) => process.stderr.write(`${line}\n`) });
}, scaledTimeout(600_000));

test.each([
  ['slows no ordinary call by more than 250 ms', 'slowed'],
  ['fails no ordinary call', 'failed'],
  ['responds to every hostile request, and to none with a 5xx of its own', 'faults'],
  ['loses no component', 'ended'],
  ['ends slow connections', 'heldOpen'],
  ['releases memory', 'stillLarge'],
] as const)('when every door is attacked, then the portal %s', (_what, fault) => {
  expect(result[fault]).toEqual([]);
});
