import type { Portal } from '@archaka/test-kit';
import { findProcessTree, type ProcessStat, readAllProcesses, readPssKib } from '../process-stat.ts';
import { sum } from '../statistics.ts';

/** Milliseconds of CPU. */
export interface Cpu {
  readonly user: number;
  readonly kernel: number;
}

const TICKET_SERVICE = 'svc-ticket';
const BROWSER = "svc-ticket's Chromium";
/** Runs beside the portal, but is no part of it. */
const PROVIDER = 'razorpay-sim';

/** The processes of each component, stores included. */
async function listProcesses(portal: Portal): Promise<[part: string, ProcessStat[]][]> {
  const { parts } = await portal.running();
  const processes = await readAllProcesses();
  return Object.entries(parts).flatMap(([component, { pid }]): [string, ProcessStat[]][] => {
    const tree = findProcessTree(processes, pid);
    if (component === PROVIDER) return [];
    if (component !== TICKET_SERVICE) return [[component, tree]];
    return [
      [component, tree.filter((process) => process.pid === pid)],
      [BROWSER, tree.filter((process) => process.pid !== pid)],
    ];
  });
}

/** CPU of each component since its start. */
export async function readCpuByComponent(portal: Portal): Promise<Map<string, Cpu>> {
  const sumCpu = (stats: readonly ProcessStat[]): Cpu => ({
    user: sum(stats.map(({ userMs }) => userMs)),
    kernel: sum(stats.map(({ kernelMs }) => kernelMs)),
  });
  return new Map((await listProcesses(portal)).map(([component, stats]) => [component, sumCpu(stats)]));
}

/** Current memory of each component in MiB (PSS). */
export async function readMemoryByComponent(portal: Portal): Promise<Map<string, number>> {
  const sizes = (await listProcesses(portal)).map(
    async ([component, stats]) =>
      [component, sum(await Promise.all(stats.map(({ pid }) => readPssKib(pid)))) / 1024] as const,
  );
  return new Map(await Promise.all(sizes));
}
