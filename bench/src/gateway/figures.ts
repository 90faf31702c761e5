import type { Figure } from '../table.ts';
import { REQUESTS, type Taken } from './compare.ts';
import type { Ways } from './ways.ts';

const ADDED_AIM_MS = 1;
const CPU_AIM_MS = 0.25;

export function figuresOf({ direct, bare, gateway }: Ways<Taken>): Figure[] {
  const addedMs = (way: Taken) => way.medianMs - direct.medianMs;
  const time = (way: Taken) => `${way.medianMs.toFixed(2)} ms, ${addedMs(way).toFixed(2)} ms more`;
  return [
    {
      what: `a signed-in query through the gateway, median of ${REQUESTS}`,
      measured: time(gateway),
      against: `the service called directly: ${direct.medianMs.toFixed(2)} ms`,
      ratio: `${(gateway.medianMs / direct.medianMs).toFixed(2)} (aim ≤ ${ADDED_AIM_MS} ms more)`,
      reached: addedMs(gateway) <= ADDED_AIM_MS,
    },
    {
      what: 'CPU of the gateway for such a query',
      measured: `${gateway.cpuMs.toFixed(3)} ms`,
      against: `${CPU_AIM_MS} ms`,
      ratio: (gateway.cpuMs / CPU_AIM_MS).toFixed(2),
      reached: gateway.cpuMs <= CPU_AIM_MS,
    },
    {
      what: 'the floor: the same through a bare proxy, without session, rate, trace and log',
      measured: `${time(bare)}; CPU ${bare.cpuMs.toFixed(3)} ms`,
      against: `CPU of the gateway: ${gateway.cpuMs.toFixed(3)} ms`,
      ratio: (gateway.cpuMs / bare.cpuMs).toFixed(2),
    },
  ];
}
