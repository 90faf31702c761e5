import { statOf } from '../process-stat.ts';
import { median, timed } from '../statistics.ts';
import type { Ask } from './ask.ts';
import type { Ways } from './ways.ts';

const ROUNDS = 10;
const A_ROUND = 500;
const WARM_UP = 1000;

export const REQUESTS = ROUNDS * A_ROUND;

interface Way {
  readonly ask: Ask;
  /** Of what stands before the service. */
  readonly pid?: number;
}

export interface Taken {
  readonly medianMs: number;
  /** Of what stands before the service, for a request. */
  readonly cpuMs: number;
}

/** Each way in turn, one request after the other. */
export async function compare(ways: Ways<Way>): Promise<Ways<Taken>> {
  for (const { ask } of Object.values(ways)) await timesOf(ask, WARM_UP);
  const taken = { direct: nothingYet(), bare: nothingYet(), gateway: nothingYet() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['direct', 'bare', 'gateway'] as const) {
      const { ask, pid = process.pid } = ways[name];
      const before = await cpuOf(pid);
      taken[name].times.push(...(await timesOf(ask, A_ROUND)));
      taken[name].cpuMs += (await cpuOf(pid)) - before;
    }
  }
  const { direct, bare, gateway } = taken;
  return { direct: forEach(direct), bare: forEach(bare), gateway: forEach(gateway) };
}

const nothingYet = () => ({ times: [] as number[], cpuMs: 0 });

const forEach = ({ times, cpuMs }: ReturnType<typeof nothingYet>): Taken => ({
  medianMs: median(times),
  cpuMs: cpuMs / times.length,
});

async function timesOf(ask: Ask, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let which = 0; which < count; which += 1) times.push(await timed(() => ask(which)));
  return times;
}

/** Of the process, in user and kernel together. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  return stat ? stat.userMs + stat.kernelMs : Number.NaN;
}
