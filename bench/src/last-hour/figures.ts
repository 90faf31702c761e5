import { percentile } from '@archaka/test-kit';
import type { Figure } from '../table.ts';
import type { Flood } from './flood.ts';

export const FLOOD_SECONDS = 120;
export const CALM_SECONDS = 30;
const MAX_RATIO = 1.2;

const toP95 = (sample: readonly number[]) => percentile(sample, 0.95);

interface Measured {
  readonly before: readonly number[];
  readonly meanwhile: readonly number[];
  readonly after: readonly number[];
  readonly flood: Flood;
  readonly awayMs: number;
  readonly order: { readonly asked: number; readonly overtaken: number };
  readonly lostDrafts: number;
  readonly newcomerSeconds: number;
}

export function createFigures(measured: Measured): Figure[] {
  const { before, meanwhile, after, flood, awayMs, order, lostDrafts, newcomerSeconds } = measured;
  const toRatio = (name: string, sample: readonly number[]): Figure => ({
    name,
    measured: `p95 ${(toP95(sample) / 1000).toFixed(2)} s`,
    target: `${(toP95(before) / 1000).toFixed(2)} s before`,
    ratio: (toP95(sample) / toP95(before)).toFixed(2),
    isReached: toP95(sample) <= MAX_RATIO * toP95(before),
  });
  for (const failure of flood.failures.slice(0, 10)) console.log(`an admitted visitor failed: ${failure}`);
  const counts = Object.entries(flood.outcomes).map(([name, count]) => `${count} ${name}`);
  return [
    toRatio('submit, payment and ticket of admitted visitors, during the flood', meanwhile),
    toRatio(`the same, ${CALM_SECONDS} s after it`, after),
    {
      name: `${flood.visitors} visitors in ${FLOOD_SECONDS} s`,
      measured: counts.join(', '),
      isReached: flood.outcomes.unexplained === 0,
    },
    {
      name: 'admitted visitors who signed up and saved a draft',
      measured: `${flood.drafted.length}, ${flood.failures.length} others failed while the gateway was down for ${(awayMs / 1000).toFixed(1)} s`,
    },
    {
      name: 'waiters overtaken after the restart of the gateway',
      measured: `${order.overtaken} of ${order.asked} polled`,
      isReached: order.asked > 1 && order.overtaken === 0,
    },
    { name: 'drafts lost', measured: String(lostDrafts), isReached: lostDrafts === 0 },
    { name: 'a newcomer after the flood waits', measured: `${newcomerSeconds.toFixed(0)} s` },
  ];
}
