import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type Journey, travel, type World } from './journey.ts';

const LOOK_EVERY_MS = 100;
/** The portal is never left alone for longer: a fault that waits for somebody to pass would wait in vain. */
const NEXT_AFTER_MS = scaledTimeout(4000);
/** While fewer than this share of those who may be under way at the same time are, faults wait in vain. */
const FEW = 0.25;

export interface Crowd {
  /** So many set out; more follow one by one while the first round of faults is not over. */
  readonly applicants: number;
  /** Most applicants under way at the same time. */
  readonly atOnce: number;
  /** How much of the first round of faults is over, 0 to 1: as large a share of the applicants may have set out. */
  readonly progress: () => number;
  /** Told how many have come to the end of their way, at each who does. */
  readonly arrived: (count: number) => void;
  /** When it aborts, nobody sets out any more. */
  readonly signal: AbortSignal;
}

/** Sends the applicants on their way, some side by side, so that every fault finds somebody under way; gives their journeys. */
export async function sendOut(crowd: Crowd, world: World): Promise<Journey[]> {
  const { applicants, atOnce, progress, arrived, signal } = crowd;
  const journeys: Journey[] = [];
  let next = 0;
  let lastWent = performance.now();

  const isWanted = () => !signal.aborted && (next < applicants || progress() < 1);
  const isLull = () => performance.now() - lastWent > NEXT_AFTER_MS;
  const areFew = () => next - journeys.length < atOnce * FEW;
  const mayGo = () =>
    next < applicants
      ? next < atOnce / 2 || next <= progress() * applicants || isLull()
      : areFew() && isLull();
  const go = () => {
    lastWent = performance.now();
    return travel(next++, world);
  };
  const walkOn = async () => {
    while (isWanted()) {
      if (mayGo()) arrived(journeys.push(await go()));
      else await pause(LOOK_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walkOn));
  return journeys;
}
