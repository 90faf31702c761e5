import { median } from '../statistics.ts';
import type { Figure } from '../table.ts';
import type { Round, RouteCost } from './compare-routes.ts';
import type { RouteName } from './contenders.ts';

const TARGET_RATIO = 1.25;
const EDGE_CPU_TARGET_MS = 0.08;

interface Comparison {
  readonly connections: number;
  readonly rounds: readonly Round<RouteName>[];
}

type Select = (cost: RouteCost) => number;
const selectMs: Select = ({ ms }) => ms;
const selectCpu: Select = ({ cpuMs }) => cpuMs;

const format = (ms: number): string => `${ms.toFixed(3)} ms`;

/** Medians of the rounds, ratios and differences among them. */
export function toFigures({ connections, rounds }: Comparison): Figure[] {
  const at = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  const measure = (name: RouteName, select: Select) => median(rounds.map((round) => select(round[name])));
  const createRatio = (what: string, select: Select): Figure => {
    const ratio = median(rounds.map(({ gateway, bare }) => select(gateway) / select(bare)));
    const [bare, direct] = [format(measure('bare', select)), format(measure('direct', select))];
    return {
      name: `${what} through the gateway, ${at}`,
      measured: format(measure('gateway', select)),
      target: `a bare proxy: ${bare}; the service alone: ${direct}`,
      ratio: `${ratio.toFixed(2)} (target ≤ ${TARGET_RATIO})`,
      isReached: ratio <= TARGET_RATIO,
    };
  };
  const createEdgeFigure = (): Figure => {
    const cpuMs = measure('edge', selectCpu);
    const addedMs = median(rounds.map(({ edge, gateway }) => edge.ms - gateway.ms));
    return {
      name: `CPU of nginx before the gateway for such a query, with TLS, ${at}`,
      measured: `${format(cpuMs)}; the client waits ${format(addedMs)} longer`,
      target: format(EDGE_CPU_TARGET_MS),
      ratio: (cpuMs / EDGE_CPU_TARGET_MS).toFixed(2),
      isReached: cpuMs <= EDGE_CPU_TARGET_MS,
    };
  };
  const hasEdge = rounds.every((round) => 'edge' in round);
  return [
    createRatio('CPU of a query', selectCpu),
    createRatio('time of a query', selectMs),
    ...(hasEdge ? [createEdgeFigure()] : []),
  ];
}
