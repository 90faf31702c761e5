import type { Figure } from '../table.ts';
import { REQUESTS, type RouteCost } from './compare-routes.ts';
import type { ByRoute } from './routes.ts';

const ADDED_TARGET_MS = 1;
const CPU_TARGET_MS = 0.25;

export function toFigures({ direct, bare, gateway }: ByRoute<RouteCost>): Figure[] {
  const addedMs = (cost: RouteCost) => cost.medianMs - direct.medianMs;
  const formatTime = (cost: RouteCost) =>
    `${cost.medianMs.toFixed(2)} ms, ${addedMs(cost).toFixed(2)} ms more`;
  return [
    {
      name: `a signed-in query through the gateway, median of ${REQUESTS}`,
      measured: formatTime(gateway),
      target: `the service called directly: ${direct.medianMs.toFixed(2)} ms`,
      ratio: `${(gateway.medianMs / direct.medianMs).toFixed(2)} (aim ≤ ${ADDED_TARGET_MS} ms more)`,
      isReached: addedMs(gateway) <= ADDED_TARGET_MS,
    },
    {
      name: 'CPU of the gateway for such a query',
      measured: `${gateway.cpuMs.toFixed(3)} ms`,
      target: `${CPU_TARGET_MS} ms`,
      ratio: (gateway.cpuMs / CPU_TARGET_MS).toFixed(2),
      isReached: gateway.cpuMs <= CPU_TARGET_MS,
    },
    {
      name: 'the floor: the same through a bare proxy, without session, rate, trace and log',
      measured: `${formatTime(bare)}; CPU ${bare.cpuMs.toFixed(3)} ms`,
      target: `CPU of the gateway: ${gateway.cpuMs.toFixed(3)} ms`,
      ratio: (gateway.cpuMs / bare.cpuMs).toFixed(2),
    },
  ];
}
