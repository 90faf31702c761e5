import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/** Asks again and again until there is an answer; fails after a while with what it waited for. */
export async function until<Answer>(
  what: string,
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
): Promise<Answer> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await pause(20);
  }
  throw new Error(`waited in vain for ${what}`);
}
