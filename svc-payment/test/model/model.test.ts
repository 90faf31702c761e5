/**
 * Model-based test: runs random sequences of payment operations on the real use cases and the real database.
 * The provider is in memory and processes crash. After each step the ledger is consistent, and in the end it equals the
 * provider's money.
 *
 *     npm test -- integration svc-payment/test/model
 *     MODEL_STEPS=1000000 MODEL_SEED=7 npm test -- integration svc-payment/test/model
 *     MODEL_SEED=<seed> MODEL_PATH=<path> npm test -- …     repeats a sequence that was printed as failed
 */
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { runProperties } from './run-properties.ts';
import { Tally } from './tally.ts';

const { MODEL_STEPS, MODEL_SEED = '5', MODEL_PATH } = process.env;
/** By default runs as many steps as fit into this time. */
const USUAL_SECONDS = 20;
const REPORT_EVERY_MS = 60_000;
const wanted = MODEL_STEPS === undefined ? undefined : Number(MODEL_STEPS);
/** A slow machine makes 20 steps a second. */
const timeoutMs = scaledTimeout(300_000 + (wanted ?? 0) * 50);

test(
  "no money is lost or captured twice, and the ledger ends with the provider's state, under any order, fault or crash",
  async () => {
    const tally = new Tally();
    const enough = () => (wanted === undefined ? tally.seconds > USUAL_SECONDS : tally.steps >= wanted);
    const report = setInterval(() => process.stdout.write(`${tally.steps} steps\n`), REPORT_EVERY_MS);
    try {
      await runProperties({ seed: Number(MODEL_SEED), path: MODEL_PATH, hasEnough: enough }, tally);
    } finally {
      clearInterval(report);
      process.stdout.write(`${tally.report()}\n`);
    }
    expect(tally.steps).toBeGreaterThan(0);
  },
  timeoutMs,
);
