/**
 * Stories of payments told to the real use cases over the real store, with a provider in memory and with
 * processes that die, and a model beside them that goes by what the provider showed.
 *
 *     npm test -- integration svc-payment/test/model
 *     MODEL_STEPS=1000000 MODEL_SEED=7 npm test -- integration svc-payment/test/model
 *     MODEL_SEED=<seed> MODEL_PATH=<path> npm test -- …     tells a story again that was printed as failed
 */
import { scaledTimeout } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { runProperties } from './run-properties.ts';
import { Tally } from './tally.ts';

const { MODEL_STEPS, MODEL_SEED = '5', MODEL_PATH } = process.env;
/** Without a number of steps: as many as go into this time. */
const USUAL_SECONDS = 20;
const REPORT_EVERY_MS = 60_000;
const wanted = MODEL_STEPS === undefined ? undefined : Number(MODEL_STEPS);
/** A slow machine makes 20 steps a second. */
const timeoutMs = scaledTimeout(300_000 + (wanted ?? 0) * 50);

test(
  'whatever comes, goes wrong or dies in whatever order: the books are what the provider showed, and no money is lost or taken twice',
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
