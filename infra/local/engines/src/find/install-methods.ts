import { EngineMissing, type ProgressReporter } from '../engine.ts';

/** One way to find or install an engine: undefined when it does not apply here, an Error when it failed. */
export type InstallMethod<T> = () => Promise<T | undefined>;

/**
 * Tries the methods in order and reports each failure before the next.
 * @throws EngineMissing with the last failure and the manual installation
 */
export async function tryInOrder<T>(
  methods: InstallMethod<T>[],
  { report, manualInstructions }: { report: ProgressReporter; manualInstructions: string },
): Promise<T> {
  const failures: string[] = [];
  for (const method of methods) {
    try {
      const found = await method();
      if (found !== undefined) return found;
    } catch (error) {
      failures.push((error as Error).message);
      report(failures.at(-1) ?? '');
    }
  }
  throw new EngineMissing([failures.at(-1), manualInstructions].filter(Boolean).join(' '));
}

export function reportToStderr(line: string) {
  process.stderr.write(`${line}\n`);
}
