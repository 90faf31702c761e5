import { type Profiler, Session } from 'node:inspector/promises';

/** V8's own coverage: blocks of the project's and its libraries' code. */
export interface Coverage {
  /** Blocks that have run since the last call for the first time. */
  readonly countNewBlocks: (options: { record: boolean }) => Promise<number>;
  readonly blocks: () => number;
}

const isCounted = ({ url }: Profiler.ScriptCoverage): boolean =>
  url !== '' && !url.startsWith('node:internal') && !url.includes('/tests/fuzz/');

export async function observeCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const known = new Set<string>();
  return {
    async countNewBlocks({ record }) {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const executedBlocks = result.filter(isCounted).flatMap(({ scriptId, functions }) =>
        functions
          .flatMap(({ ranges }) => ranges)
          .filter(({ count }) => count > 0)
          .map(({ startOffset, endOffset }) => `${scriptId} ${startOffset} ${endOffset}`),
      );
      const newBlocks = executedBlocks.filter((block) => !known.has(block));
      if (record) for (const block of newBlocks) known.add(block);
      return newBlocks.length;
    },
    blocks: () => known.size,
  };
}
