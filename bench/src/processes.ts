import { readdir, readFile } from 'node:fs/promises';
import type { Portal } from '@archaka/test-kit';

/** A process and its CPU, that of its ended children included (proc_pid_stat(5)). */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

/** Undefined when the process has ended. */
async function readProcess(pid: number): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in parentheses, may contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), cpuMs: ticks * TICK_MS };
}

/** The process and its descendants. */
async function readProcessTree(root: number): Promise<ProcessStat[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const processes = (await Promise.all(pids.map(readProcess))).filter((stat) => stat !== undefined);
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return processes.filter(({ pid }) => isBelow(pid));
}

/** Memory of the process and its descendants in MiB: private pages, and their share of shared ones (PSS). */
export async function readMemoryMib(root: number): Promise<number> {
  const sizes = (await readProcessTree(root)).map(async ({ pid }) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  });
  return (await Promise.all(sizes)).reduce((sum, kib) => sum + kib, 0) / 1024;
}

/** Milliseconds of CPU of each component since its start, stores included; svc-ticket's contains its Chromium. */
export async function readCpu({ running }: Portal): Promise<Map<string, number>> {
  const { parts } = await running();
  const cpu = Object.entries(parts).map(async ([name, { pid }]): Promise<[string, number]> => {
    const tree = await readProcessTree(pid);
    return [name, tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0)];
  });
  return new Map(await Promise.all(cpu));
}

/** Runs `work` while the processes of components are suspended. They continue also after a failure. */
export async function whilePaused<Result>(
  { running }: Portal,
  components: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const { parts } = await running();
  const pids = components.map((component) => {
    const pid = parts[component]?.pid;
    if (!pid) throw new Error(`${component} does not run`);
    return pid;
  });
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    return await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}
