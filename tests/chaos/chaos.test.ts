import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { beforeAll, expect, test } from '@jest/globals';
import { runSettled } from './run-settled.ts';
import { assertions, type Verdict } from './verdict/verdict.ts';

/** Ends by its work: 24 applicants, and each fault once. The minutes, and the timeout, are for what never ends. */
const SHORT = { applicants: 24, seed: 20_240_610, minutes: 15, atOnce: 20, pause: 1 };
const TIMEOUT_MS = scaledTimeout(1_800_000);
const names = Object.keys(assertions) as (keyof Verdict)[];

let verdict: Verdict;
beforeAll(async () => {
  ({ verdict } = await runSettled(SHORT, (line) => process.stderr.write(`${line}\n`)));
}, TIMEOUT_MS);

test.each(names)('when the portal was taken apart while applicants paid, then %s', (name) => {
  expect(verdict[name].against).toEqual([]);
});
