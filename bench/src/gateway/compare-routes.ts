import { readProcessStat } from '../process-stat.ts';
import { measureMs, median } from '../statistics.ts';
import type { SendRequest } from './request-senders.ts';
import type { ByRoute } from './routes.ts';

const ROUNDS = 10;
const REQUESTS_PER_ROUND = 500;
const WARM_UP = 1000;

export const REQUESTS = ROUNDS * REQUESTS_PER_ROUND;

interface Route {
  readonly sendRequest: SendRequest;
  /** Of what stands before the service. */
  readonly pid?: number;
}

export interface RouteCost {
  readonly medianMs: number;
  /** Of what stands before the service, for a request. */
  readonly cpuMs: number;
}

/** Each way in turn, one request after the other. */
export async function compareRoutes(routes: ByRoute<Route>): Promise<ByRoute<RouteCost>> {
  for (const { sendRequest } of Object.values(routes)) await measureTimes(sendRequest, WARM_UP);
  const samples = { direct: createSample(), bare: createSample(), gateway: createSample() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['direct', 'bare', 'gateway'] as const) {
      const { sendRequest, pid = process.pid } = routes[name];
      const before = await readCpuMs(pid);
      samples[name].times.push(...(await measureTimes(sendRequest, REQUESTS_PER_ROUND)));
      samples[name].cpuMs += (await readCpuMs(pid)) - before;
    }
  }
  const { direct, bare, gateway } = samples;
  return { direct: toCost(direct), bare: toCost(bare), gateway: toCost(gateway) };
}

const createSample = () => ({ times: [] as number[], cpuMs: 0 });

const toCost = ({ times, cpuMs }: ReturnType<typeof createSample>): RouteCost => ({
  medianMs: median(times),
  cpuMs: cpuMs / times.length,
});

async function measureTimes(sendRequest: SendRequest, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await measureMs(() => sendRequest(index)));
  return times;
}

/** Of the process, in user and kernel together. */
async function readCpuMs(pid: number): Promise<number> {
  const stat = await readProcessStat(pid);
  return stat ? stat.userMs + stat.kernelMs : Number.NaN;
}
