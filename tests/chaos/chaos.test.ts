import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { beforeAll, expect, test } from '@jest/globals';
import { type AssertionResults, assertions } from './assertions/assertions.ts';
import { runWithCleanup } from './run-with-cleanup.ts';
import { ownMachineStage } from './stages.ts';

/** Ends after 24 applicants and each fault once. `minutes` and the timeout only limit a run that does not end. */
const SHORT_RUN = {
  applicants: 24,
  seed: 20_240_610,
  minutes: 15,
  concurrency: 20,
  pauseSeconds: 0.3,
  oneRound: true,
  cluster: false,
};
const TIMEOUT_MS = scaledTimeout(1_800_000);
const names = Object.keys(assertions);

let results: AssertionResults;
beforeAll(async () => {
  ({ results } = await runWithCleanup(SHORT_RUN, ownMachineStage, (line) =>
    process.stderr.write(`${line}\n`),
  ));
}, TIMEOUT_MS);

test.each(names)('after a run with faults: %s', (name) => {
  expect(results[name]?.violations).toEqual([]);
});
