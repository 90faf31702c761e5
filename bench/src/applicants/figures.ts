import { sum } from '../statistics.ts';
import type { Figure } from '../table.ts';
import type { Cpu } from './component-usage.ts';
import type { CpuByComponent, CpuUsage } from './cpu-usage.ts';
import type { PhaseCost } from './phases.ts';
import type { StreamCost } from './streams.ts';
import type { Traffic } from './traffic-meter.ts';

export interface Measurements {
  readonly applicants: number;
  readonly idle: CpuUsage;
  readonly costs: readonly PhaseCost[];
  readonly ticketsPerSecond: number;
  readonly memory: ReadonlyMap<string, number>;
  readonly streams: StreamCost;
}

const toTotalMs = ({ user, kernel }: Cpu): number => user + kernel;
const sumCpu = (cpu: CpuByComponent, select: (cpu: Cpu) => number): number =>
  sum([...cpu.values()].map(select));

/** The sum, and the share of each phase. */
function formatByPhase(
  { applicants, costs }: Measurements,
  select: (cost: PhaseCost) => number,
  digits: number,
): string {
  const perApplicant = costs.map((cost) => select(cost) / applicants);
  const formatted = costs.map(({ phase }, index) => `${phase} ${perApplicant[index]?.toFixed(digits)}`);
  return `${sum(perApplicant).toFixed(digits)} (${formatted.join(', ')})`;
}

function createCpuFigures(measurements: Measurements): Figure[] {
  const components = [...measurements.idle.cpu.keys()];
  const selectCpuMs = (component: string) => (cost: PhaseCost) =>
    toTotalMs(cost.cpu.get(component) ?? { user: 0, kernel: 0 });
  const kernel = sum(measurements.costs.map(({ cpu }) => sumCpu(cpu, (usage) => usage.kernel)));
  const total = sum(measurements.costs.map(({ cpu }) => sumCpu(cpu, toTotalMs)));
  return [
    ...components.map((component) => ({
      name: `CPU for an applicant, ${component}, ms`,
      measured: formatByPhase(measurements, selectCpuMs(component), 0),
    })),
    {
      name: 'CPU for an applicant, all components, ms',
      measured: formatByPhase(measurements, ({ cpu }) => sumCpu(cpu, toTotalMs), 0),
    },
    { name: 'of it in the kernel', measured: `${((kernel / total) * 100).toFixed(0)} %` },
    {
      name: 'CPU of all components without visitors',
      measured: `${(sumCpu(measurements.idle.cpu, toTotalMs) / measurements.idle.seconds).toFixed(0)} ms a second`,
    },
  ];
}

function createTrafficFigures(measurements: Measurements): Figure[] {
  const select =
    (key: keyof Traffic, per = 1) =>
    (cost: PhaseCost) =>
      cost.traffic[key] / per;
  return [
    { name: 'requests of an applicant', measured: formatByPhase(measurements, select('requests'), 1) },
    {
      name: 'KB that an applicant sends',
      measured: formatByPhase(measurements, select('upBytes', 1000), 0),
    },
    {
      name: 'KB that an applicant receives',
      measured: formatByPhase(measurements, select('downBytes', 1000), 0),
    },
  ];
}

function createOtherFigures({ applicants, ticketsPerSecond, memory, streams }: Measurements): Figure[] {
  const cpu = [...streams.cpu].map(([component, usage]) => `${component} ${toTotalMs(usage).toFixed(3)}`);
  const heldMemory = [...streams.memory].filter(([, kib]) => kib >= 1);
  return [
    {
      name: `tickets while ${applicants} pay as fast as possible`,
      measured: `${ticketsPerSecond.toFixed(1)}/s`,
    },
    {
      name: 'CPU for an idle open page, ms a second',
      measured: `${sumCpu(streams.cpu, toTotalMs).toFixed(3)} (${cpu.join(', ')})`,
    },
    {
      name: 'memory for such a page, KiB',
      measured: heldMemory.map(([component, kib]) => `${component} ${kib.toFixed(0)}`).join(', '),
    },
    {
      name: 'memory afterwards (PSS), MiB',
      measured: [...memory].map(([component, mib]) => `${component} ${mib.toFixed(0)}`).join(', '),
    },
  ];
}

export const createWorkFigures = (measurements: Measurements): Figure[] => [
  ...createCpuFigures(measurements),
  ...createTrafficFigures(measurements),
  ...createOtherFigures(measurements),
];
