import { EngineMissing, type Tell } from '../engine.ts';

/** One way to get an engine: undefined when it does not apply here, an Error when it was tried and failed. */
export type Way<T> = () => Promise<T | undefined>;

/**
 * Tries the ways in their order and tells why one failed before it goes on.
 * @throws EngineMissing with the last failure and what to do by hand
 */
export async function firstThatWorks<T>(
  ways: Way<T>[],
  { tell, byHand }: { tell: Tell; byHand: string },
): Promise<T> {
  const failures: string[] = [];
  for (const way of ways) {
    try {
      const found = await way();
      if (found !== undefined) return found;
    } catch (error) {
      failures.push((error as Error).message);
      tell(failures.at(-1) ?? '');
    }
  }
  throw new EngineMissing([failures.at(-1), byHand].filter(Boolean).join(' '));
}

export function tellStderr(line: string) {
  process.stderr.write(`${line}\n`);
}
