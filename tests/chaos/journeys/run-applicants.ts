import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type Journey, type JourneyContext, runJourney } from './journey.ts';

const POLL_INTERVAL_MS = 100;
/** Maximum time without a new applicant, since a fault at a failpoint needs active applicants. */
const MAX_IDLE_MS = scaledTimeout(4000);
/** Below this share of the concurrency, faults at failpoints take no effect, so further applicants start. */
const MIN_SHARE = 0.25;

export interface RunApplicantsOptions {
  /** Number of applicants; further ones start one by one until the first round of faults has ended. */
  readonly applicants: number;
  /** Maximum of concurrent applicants. */
  readonly concurrency: number;
  /** The completed share of the first round of faults, 0 to 1. The same share of applicants may have started. */
  readonly progress: () => number;
  /** Called at the end of each journey with the number of ended ones. */
  readonly onFinished: (count: number) => void;
  /** No applicant starts after it aborts. */
  readonly signal: AbortSignal;
}

/** Runs the applicants' journeys concurrently so that every fault affects active applicants; returns the journeys. */
export async function runApplicants(
  options: RunApplicantsOptions,
  context: JourneyContext,
): Promise<Journey[]> {
  const { applicants, concurrency, progress, onFinished, signal } = options;
  const journeys: Journey[] = [];
  let next = 0;
  let lastStartedAt = performance.now();

  const needsMore = () => !signal.aborted && (next < applicants || progress() < 1);
  const isIdleTooLong = () => performance.now() - lastStartedAt > MAX_IDLE_MS;
  const areFewActive = () => next - journeys.length < concurrency * MIN_SHARE;
  const mayStart = () =>
    next < applicants
      ? next < concurrency / 2 || next <= progress() * applicants || isIdleTooLong()
      : areFewActive() && isIdleTooLong();
  const startNext = () => {
    lastStartedAt = performance.now();
    return runJourney(next++, context);
  };
  const runWorker = async () => {
    while (needsMore()) {
      if (mayStart()) onFinished(journeys.push(await startNext()));
      else await pause(POLL_INTERVAL_MS);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  return journeys;
}
