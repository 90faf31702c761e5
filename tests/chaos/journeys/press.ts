import { setTimeout as pause } from 'node:timers/promises';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Chance } from '../chance.ts';

/** Somebody waits so long for an answer before pressing again. */
const ANSWER_MS = scaledTimeout(15_000);
/** Nobody has to press for longer than this. */
const PATIENCE_MS = scaledTimeout(180_000);
const THINKS_MS = { least: 200, most: 900 };
/** Who waits longer looks less often: up to so many times as long. */
const LONGER = 6;

/** Somebody has pressed for minutes and the portal never answered as it should. */
class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** Tries `attempt` once; throws or gives undefined when it has to be tried again. */
export type Press = <Result>(what: string, attempt: () => Promise<Result | undefined>) => Promise<Result>;

async function once<Result>(attempt: () => Promise<Result | undefined>) {
  const late = new AbortController();
  const tooLate = pause(ANSWER_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('no answer');
  });
  tooLate.catch(() => undefined);
  try {
    return { result: await Promise.race([attempt(), tooLate]), why: 'not the answer that is needed' };
  } catch (error) {
    return { result: undefined, why: error instanceof Error ? error.message : String(error) };
  } finally {
    late.abort();
  }
}

/** Presses again, as people do, until the portal answers as it should. */
export const pressing =
  (chance: Chance): Press =>
  async (what, attempt) => {
    const deadline = performance.now() + PATIENCE_MS;
    for (let tries = 1; ; tries += 1) {
      const { result, why } = await once(attempt);
      if (result !== undefined) return result;
      if (performance.now() > deadline) throw new GaveUp(`${what}: ${why}`);
      await pause(chance.between(THINKS_MS.least, THINKS_MS.most) * Math.min(tries, LONGER));
    }
  };
