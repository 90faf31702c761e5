import { EngineMissing, type ProgressReporter } from '../engine.ts';

/** One way to get an engine: undefined when it does not apply here, an Error when it was tried and failed. */
export type InstallMethod<T> = () => Promise<T | undefined>;

/**
 * Tries the ways in their order and tells why one failed before it goes on.
 * @throws EngineMissing with the last failure and what to do by hand
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
