import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { beforeAll, expect, test } from '@jest/globals';
import { type AssertionResults, assertions } from './assertions.ts';
import { runChaos } from './chaos.ts';

/** Ends after 16 applicants, two of each scenario, and one fault of each kind. `minutes` and the timeout only limit a run that does not end. */
const SHORT_RUN = {
  applicants: 16,
  seed: 20_240_610,
  minutes: 15,
  concurrency: 20,
  pauseSeconds: 0.3,
  isShort: true,
};
const TIMEOUT_MS = scaledTimeout(1_800_000);

let results: AssertionResults;
beforeAll(async () => {
  results = await runChaos(SHORT_RUN, (line) => process.stderr.write(`${line}\n`));
}, TIMEOUT_MS);

test.each(Object.keys(assertions))('after a run with faults: %s', (name) => {
  expect(results[name]).toEqual([]);
});
