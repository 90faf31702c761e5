import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';

/** So many requests within so many milliseconds are a burst. */
const MANY = 20;
const WITHIN_MS = 200;
/** In a burst work waits while answers take longer than this on average … */
const SLOW_MS = 15;
/** … but not for longer than this … */
const LONGEST_MS = 1_000;
const LOOK_AGAIN_MS = 20;
/** … and begins so far apart that what one piece costs the answers shows before the next. */
const STEP_MS = 100;
/** The average is over about as many answers. */
const REMEMBERED = 8;

/** Time as it passes; in ms. */
export interface Clock {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const realClock: Clock = { now: () => performance.now(), pause: async (ms) => pause(ms) };

/** Answers before all else: while requests come in a burst, other work begins piece by piece. */
export function answersFirst(clock = realClock) {
  const came: number[] = [];
  let usualMs = 0;
  let turn = Promise.resolve();

  const isBurst = () => came.length === MANY && clock.now() - (came[0] ?? 0) < WITHIN_MS;

  async function answersAreQuick(): Promise<void> {
    const start = clock.now();
    const mayWait = () => isBurst() && clock.now() - start < LONGEST_MS;
    while (usualMs > SLOW_MS && mayWait()) await clock.pause(LOOK_AGAIN_MS);
  }

  return {
    /** Counts a request that is being answered. */
    answering(response: Response): void {
      const start = clock.now();
      came.push(start);
      if (came.length > MANY) came.shift();
      response.once('close', () => {
        usualMs += (clock.now() - start - usualMs) / REMEMBERED;
      });
    },

    /** The same work, begun when it is its turn; outside a burst that is at once. */
    inTurn:
      <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        const mine = turn.then(answersAreQuick);
        turn = mine.then(() => (isBurst() ? clock.pause(STEP_MS) : undefined));
        await mine;
        return work(...given);
      },
  };
}
export type AnswersFirst = ReturnType<typeof answersFirst>;
