import { runCommand } from './command.ts';
import type { Stage } from './stage.ts';

const LIMIT_MS = 3 * 60_000;

/** A check of the sources; the whole of it counts as one test. */
export const staticCheck = (name: string, program: string, ...args: string[]): Stage => ({
  name,
  run: async (mostMs) => {
    const { code, outOfTime, seconds } = await runCommand({
      program,
      args,
      mostMs: Math.min(mostMs, LIMIT_MS),
    });
    const passed = code === 0 ? 1 : 0;
    return {
      name,
      passed,
      failed: 1 - passed,
      skipped: 0,
      seconds,
      note: outOfTime ? 'ran out of time' : undefined,
    };
  },
});
