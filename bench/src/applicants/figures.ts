import type { Figure } from '../table.ts';
import type { Traffic } from './meter.ts';
import type { Cpu } from './parts.ts';
import type { CpuByPart, Spent } from './spent.ts';
import type { StreamCost } from './streams.ts';
import type { StretchCost } from './stretches.ts';

export interface Measured {
  readonly applicants: number;
  readonly rest: Spent;
  readonly costs: readonly StretchCost[];
  readonly ticketsASecond: number;
  readonly memory: ReadonlyMap<string, number>;
  readonly streams: StreamCost;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const whole = ({ user, kernel }: Cpu): number => user + kernel;
const totalOf = (cpu: CpuByPart, what: (cpu: Cpu) => number): number => sum([...cpu.values()].map(what));

/** The sum, and what each stretch of the way has of it. */
function byStretch(
  { applicants, costs }: Measured,
  of: (cost: StretchCost) => number,
  digits: number,
): string {
  const each = costs.map((cost) => of(cost) / applicants);
  const parts = costs.map(({ stretch }, place) => `${stretch} ${each[place]?.toFixed(digits)}`);
  return `${sum(each).toFixed(digits)} (${parts.join(', ')})`;
}

function cpuFigures(all: Measured): Figure[] {
  const parts = [...all.rest.cpu.keys()];
  const msOf = (part: string) => (cost: StretchCost) => whole(cost.cpu.get(part) ?? { user: 0, kernel: 0 });
  const kernel = sum(all.costs.map(({ cpu }) => totalOf(cpu, (one) => one.kernel)));
  const total = sum(all.costs.map(({ cpu }) => totalOf(cpu, whole)));
  return [
    ...parts.map((part) => ({
      what: `CPU for an applicant, ${part}, ms`,
      measured: byStretch(all, msOf(part), 0),
    })),
    {
      what: 'CPU for an applicant, all parts, ms',
      measured: byStretch(all, ({ cpu }) => totalOf(cpu, whole), 0),
    },
    { what: 'of it in the kernel', measured: `${((kernel / total) * 100).toFixed(0)} %` },
    {
      what: 'CPU of all parts while nobody is there',
      measured: `${(totalOf(all.rest.cpu, whole) / all.rest.seconds).toFixed(0)} ms a second`,
    },
  ];
}

function trafficFigures(all: Measured): Figure[] {
  const of =
    (what: keyof Traffic, per = 1) =>
    (cost: StretchCost) =>
      cost.traffic[what] / per;
  return [
    { what: 'requests of an applicant', measured: byStretch(all, of('requests'), 1) },
    { what: 'KB that an applicant sends', measured: byStretch(all, of('upBytes', 1000), 0) },
    { what: 'KB that an applicant gets', measured: byStretch(all, of('downBytes', 1000), 0) },
  ];
}

function otherFigures({ applicants, ticketsASecond, memory, streams }: Measured): Figure[] {
  const cpu = [...streams.cpu].map(([part, one]) => `${part} ${whole(one).toFixed(3)}`);
  const held = [...streams.memory].filter(([, kib]) => kib >= 1);
  return [
    {
      what: `tickets while ${applicants} pay as fast as they can`,
      measured: `${ticketsASecond.toFixed(1)}/s`,
    },
    {
      what: 'CPU for a page that is open and does nothing, ms a second',
      measured: `${totalOf(streams.cpu, whole).toFixed(3)} (${cpu.join(', ')})`,
    },
    {
      what: 'memory for such a page, KiB',
      measured: held.map(([part, kib]) => `${part} ${kib.toFixed(0)}`).join(', '),
    },
    {
      what: 'memory afterwards (PSS), MiB',
      measured: [...memory].map(([part, mib]) => `${part} ${mib.toFixed(0)}`).join(', '),
    },
  ];
}

export const workFigures = (all: Measured): Figure[] => [
  ...cpuFigures(all),
  ...trafficFigures(all),
  ...otherFigures(all),
];
