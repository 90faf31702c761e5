import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type Journey, type JourneyContext, runJourney } from './journey.ts';

const POLL_INTERVAL_MS = 100;
/** The portal is never left alone for longer: a fault that waits for somebody to pass would wait in vain. */
const MAX_IDLE_MS = scaledTimeout(4000);
/** While fewer than this share of those who may be under way at the same time are, faults wait in vain. */
const MIN_SHARE = 0.25;

export interface RunApplicantsOptions {
  /** So many set out; more follow one by one while the first round of faults is not over. */
  readonly applicants: number;
  /** Most applicants under way at the same time. */
  readonly concurrency: number;
  /** How much of the first round of faults is over, 0 to 1: as large a share of the applicants may have set out. */
  readonly progress: () => number;
  /** Told how many have come to the end of their way, at each who does. */
  readonly onFinished: (count: number) => void;
  /** When it aborts, nobody sets out any more. */
  readonly signal: AbortSignal;
}

/** Sends the applicants on their way, some side by side, so that every fault finds somebody under way; gives their journeys. */
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
