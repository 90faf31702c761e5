import { beforeAll, expect, test } from '@jest/globals';
import { runSettled } from './run-settled.ts';
import { assertions, type Verdict } from './verdict/verdict.ts';

const SHORT = { applicants: 24, seed: 20_240_610, minutes: 4, atOnce: 20, pause: 1 };
const names = Object.keys(assertions) as (keyof Verdict)[];

let verdict: Verdict;
beforeAll(async () => {
  ({ verdict } = await runSettled(SHORT, (line) => process.stderr.write(`${line}\n`)));
}, 400_000);

test.each(names)('when the portal was taken apart while applicants paid, then %s', (name) => {
  expect(verdict[name].against).toEqual([]);
});
