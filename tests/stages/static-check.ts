import { runCommand } from './command.ts';
import type { Stage } from './stage.ts';

/** A check of the sources by a program, which counts as one test. */
export const createStaticCheck = (name: string, program: string, ...args: string[]): Stage => ({
  name,
  isParallel: true,
  run: async ({ signal, print }) => {
    const { code, seconds } = await runCommand({ program, args, signal, print });
    const passed = code === 0 ? 1 : 0;
    return { name, passed, failed: 1 - passed, skipped: 0, seconds };
  },
});
