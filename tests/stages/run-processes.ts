import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessEntry, readProcessTable } from './process-table.ts';

const OBSERVE_EVERY_MS = 1000;
/** For processes that are already ending: guards of databases, closed browsers. */
const GRACE_MS = 3000;
const STOP_MS = 5000;
const POLL_MS = 100;

const toKey = ({ pid, started }: ProcessEntry): string => `${pid} ${started}`;

/** The processes of a run, found by its folder and by their descent, also after their parents have ended. */
export function observeRunProcesses(folder: string) {
  const known = new Set<string>();

  /** Finds the running ones; a process belongs to the run when its parent, group or session does. */
  function find(): ProcessEntry[] {
    const table = readProcessTable();
    const own = table.find(({ pid }) => pid === process.pid);
    const others = table.filter(({ pid, session }) => pid !== process.pid && session !== own?.session);
    const found = new Map<number, ProcessEntry>();
    for (let before = -1; before < found.size; ) {
      before = found.size;
      for (const entry of others) {
        const belongs =
          known.has(toKey(entry)) ||
          entry.isIn(folder) ||
          [entry.parent, entry.group, entry.session].some((id) => found.has(id));
        if (belongs) found.set(entry.pid, entry);
      }
    }
    for (const entry of found.values()) known.add(toKey(entry));
    return [...found.values()];
  }

  /** Waits until none is left or the timeout has passed, and returns the remaining ones. */
  async function waitForEnd(timeoutMs: number): Promise<ProcessEntry[]> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const left = find();
      if (left.length === 0 || performance.now() > deadline) return left;
      await pause(POLL_MS);
    }
  }

  const timer = setInterval(find, OBSERVE_EVERY_MS);

  return {
    /** Records the running descendants, which may not be identifiable after their parents have ended. */
    observe: find,
    /** Stops the processes that remain after a grace period, and returns their descriptions. */
    async stopAll(): Promise<string[]> {
      const orphans = await waitForEnd(GRACE_MS);
      signalAll(orphans, 'SIGTERM');
      for (let left = await waitForEnd(STOP_MS); left.length > 0; left = await waitForEnd(STOP_MS)) {
        signalAll(left, 'SIGKILL');
      }
      return orphans.map(({ pid, command }) => `process ${pid}: ${command.slice(0, 200)}`);
    },
    close: () => clearInterval(timer),
  };
}

function signalAll(processes: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}
