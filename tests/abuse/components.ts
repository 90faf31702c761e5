import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually, type Portal } from '@archaka/test-kit';

const run = promisify(execFile);

/** What memory may have grown by when all is over: what a process keeps for its next work. */
const KEPT = { factor: 1.5, kilobytes: 150_000 };
const REST_MS = 60_000;

/** The processes of a portal's services and shell, with their memory. */
export interface Components {
  /** Those that ended since, by name. */
  readonly ended: () => Promise<string[]>;
  /** Waits until their memory is back; gives those whose is not, by name. */
  readonly stillLarge: () => Promise<string[]>;
}

/** Resident memory; kilobytes. */
async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout);
}

export async function observeComponents({ running }: Portal): Promise<Components> {
  const { parts } = await running();
  const observed = await Promise.all(
    Object.entries(parts).map(async ([name, { pid }]) => ({ name, pid, before: await memoryOf(pid) })),
  );
  const largeNow = async () => {
    const now = await Promise.all(observed.map(({ pid }) => memoryOf(pid)));
    return observed.flatMap(({ name, before }, at) => {
      const after = now[at] ?? 0;
      return after > before * KEPT.factor + KEPT.kilobytes ? [`${name}: ${before} kB, then ${after} kB`] : [];
    });
  };
  return {
    async ended() {
      const now = (await running()).parts;
      return observed.filter(({ name, pid }) => now[name]?.pid !== pid).map(({ name }) => name);
    },
    stillLarge: () =>
      eventually(async () => (await largeNow()).length === 0, { timeoutMs: REST_MS, everyMs: 1000 }).then(
        () => [],
        largeNow,
      ),
  };
}
