import { readdir, readFile } from 'node:fs/promises';

/** The kernel's statistics of a process (proc_pid_stat(5)). */
export interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** CPU of the process, and of its ended children. */
  readonly userMs: number;
  readonly kernelMs: number;
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Of a process that runs; undefined when there is none. */
async function readProcessStat(pid: number): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name may contain spaces and parentheses.
  const [begin, end] = [stat.indexOf('('), stat.lastIndexOf(')')];
  const fields = stat.slice(end + 2).split(' ');
  const ticks = (...indexes: number[]) => indexes.reduce((sum, index) => sum + Number(fields[index]), 0);
  return {
    pid,
    name: stat.slice(begin + 1, end),
    parent: Number(fields[1]),
    userMs: ticks(11, 13) * TICK_MS,
    kernelMs: ticks(12, 14) * TICK_MS,
  };
}

export async function readAllProcesses(): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  return (await Promise.all(pids.map(readProcessStat))).filter((stat) => stat !== undefined);
}

/** The process and its descendants. */
export function findProcessTree(processes: readonly ProcessStat[], root: number): ProcessStat[] {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return processes.filter(({ pid }) => isBelow(pid));
}

/** Proportional set size: private memory, and its share of shared memory. */
export async function readPssKib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
}
