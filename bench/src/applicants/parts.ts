import type { Portal } from '@archaka/test-kit';
import { allProcesses, type ProcessStat, pssKib, treeOf } from '../process-stat.ts';

/** Milliseconds of CPU. */
export interface Cpu {
  readonly user: number;
  readonly kernel: number;
}

const TICKETS = 'svc-ticket';
const BROWSER = "svc-ticket's Chromium";
/** Runs beside the portal, and is none of it. */
const PROVIDER = 'razorpay-sim';

/** The processes of each part, stores included. */
async function processesOf(portal: Portal): Promise<[part: string, ProcessStat[]][]> {
  const { parts } = await portal.running();
  const all = await allProcesses();
  return Object.entries(parts).flatMap(([part, { pid }]): [string, ProcessStat[]][] => {
    const tree = treeOf(all, pid);
    if (part === PROVIDER) return [];
    if (part !== TICKETS) return [[part, tree]];
    return [
      [part, tree.filter((process) => process.pid === pid)],
      [BROWSER, tree.filter((process) => process.pid !== pid)],
    ];
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What each part has taken since it was started. */
export async function cpuOfParts(portal: Portal): Promise<Map<string, Cpu>> {
  const cpuOf = (stats: readonly ProcessStat[]): Cpu => ({
    user: sum(stats.map(({ userMs }) => userMs)),
    kernel: sum(stats.map(({ kernelMs }) => kernelMs)),
  });
  return new Map((await processesOf(portal)).map(([part, stats]) => [part, cpuOf(stats)]));
}

/** MiB that each part holds now, shared pages by their share (PSS). */
export async function memoryOfParts(portal: Portal): Promise<Map<string, number>> {
  const sizes = (await processesOf(portal)).map(
    async ([part, stats]) =>
      [part, sum(await Promise.all(stats.map(({ pid }) => pssKib(pid)))) / 1024] as const,
  );
  return new Map(await Promise.all(sizes));
}
