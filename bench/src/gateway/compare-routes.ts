import { findProcessTree, readAllProcesses } from '../process-stat.ts';
import type { Contender } from './contenders.ts';
import { createSender, type RequestSender } from './request-sender.ts';

const ROUNDS = 8;
/** The kernel counts CPU in steps of 10 ms. */
const ROUND_MS = 600;
const WARM_UP_MS = 2000;

/** Milliseconds of a request. */
export interface RouteCost {
  /** Latency of the client. */
  readonly ms: number;
  /** CPU of the contender's processes, user and kernel. */
  readonly cpuMs: number;
}

export type Round<Name extends string> = Readonly<Record<Name, RouteCost>>;

/** Measures each route in turn, round by round, over this many concurrent connections. */
export async function compareRoutes<Name extends string>(
  contenders: ReadonlyMap<Name, Contender>,
  connections: number,
): Promise<Round<Name>[]> {
  const runners = [...contenders].map(([name, contender]) => ({
    name,
    contender,
    sender: createSender(contender, connections),
  }));
  for (const { sender } of runners) await sender.sendFor(WARM_UP_MS);
  const rounds: Round<Name>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const costs: [Name, RouteCost][] = [];
    for (const { name, contender, sender } of runners)
      costs.push([name, await measureRound(sender, contender, connections)]);
    rounds.push(Object.fromEntries(costs) as Round<Name>);
  }
  await Promise.all(runners.map(({ sender }) => sender.close()));
  return rounds;
}

async function measureRound(
  sender: RequestSender,
  { pid }: Contender,
  connections: number,
): Promise<RouteCost> {
  const cpuBefore = await readCpuMs(pid);
  const startedAt = performance.now();
  const requests = await sender.sendFor(ROUND_MS);
  const ms = ((performance.now() - startedAt) * connections) / requests;
  return { ms, cpuMs: ((await readCpuMs(pid)) - cpuBefore) / requests };
}

/** CPU of a process and its descendants. */
async function readCpuMs(pid: number): Promise<number> {
  const tree = findProcessTree(await readAllProcesses(), pid);
  return tree.reduce((sum, { userMs, kernelMs }) => sum + userMs + kernelMs, 0);
}
