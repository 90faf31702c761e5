import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually, type Portal } from '@archaka/test-kit';

const runFile = promisify(execFile);

/** Permitted growth of memory at the end: memory that a process reuses. */
const MEMORY_LIMIT = { factor: 1.5, kilobytes: 150_000 };
const IDLE_MS = 60_000;

/** The processes of a portal's services and shell, with their memory. */
export interface Components {
  /** Processes that ended since, by name. */
  readonly ended: () => Promise<string[]>;
  /** Waits until their memory is released; returns the names of processes with more. */
  readonly stillLarge: () => Promise<string[]>;
}

/** Resident memory; kilobytes. 0 after the process has ended, which `ended` reports. */
async function readMemory(pid: number): Promise<number> {
  const { stdout } = await runFile('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '0' }));
  return Number(stdout);
}

export async function observeComponents({ running }: Portal): Promise<Components> {
  const { parts } = await running();
  const observed = await Promise.all(
    Object.entries(parts).map(async ([name, { pid }]) => ({ name, pid, before: await readMemory(pid) })),
  );
  const findLarge = async () => {
    const current = await Promise.all(observed.map(({ pid }) => readMemory(pid)));
    return observed.flatMap(({ name, before }, index) => {
      const after = current[index] ?? 0;
      return after > before * MEMORY_LIMIT.factor + MEMORY_LIMIT.kilobytes
        ? [`${name}: ${before} kB, then ${after} kB`]
        : [];
    });
  };
  return {
    async ended() {
      const current = (await running()).parts;
      return observed.filter(({ name, pid }) => current[name]?.pid !== pid).map(({ name }) => name);
    },
    stillLarge: () =>
      eventually(async () => (await findLarge()).length === 0, { timeoutMs: IDLE_MS, intervalMs: 1000 }).then(
        () => [],
        findLarge,
      ),
  };
}
