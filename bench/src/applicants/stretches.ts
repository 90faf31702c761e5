import { rate, timed } from '../statistics.ts';
import { watchIssued } from '../tickets/watch-issued.ts';
import type { Traffic } from './meter.ts';
import { beyondRest, type CpuByPart, type Spent, spentDuring } from './spent.ts';
import { type Setting, type Stretch, type Walker, way } from './way.ts';

const AT_ONCE = 8;

/** What all applicants together caused on a stretch of their way. */
export interface StretchCost {
  readonly stretch: Stretch;
  readonly traffic: Traffic;
  readonly cpu: CpuByPart;
}

export const stretches = Object.keys(way) as Stretch[];

/** Everybody goes the same stretch; gives tickets a second where they pay. */
export async function go(setting: Setting, walkers: readonly Walker[], stretch: Stretch): Promise<number> {
  const issued = await watchIssued((await setting.portal.running()).amqpUrl);
  const ms = await timed(async () => {
    await rate(walkers, AT_ONCE, (walker) => way[stretch](walker, setting));
    if (stretch !== 'pay') return;
    await Promise.all(walkers.map(({ draft }) => issued.at(String(draft.application_id))));
  });
  await issued.close();
  return (walkers.length * 1000) / ms;
}

/** What each stretch costs beyond what the parts take anyway. */
export async function measureStretches(setting: Setting, walkers: readonly Walker[], rest: Spent) {
  const costs: StretchCost[] = [];
  let ticketsASecond = 0;
  for (const stretch of stretches) {
    setting.meter.take();
    const spent = await spentDuring(setting.portal, async () => {
      const aSecond = await go(setting, walkers, stretch);
      if (stretch === 'pay') ticketsASecond = aSecond;
    });
    costs.push({ stretch, traffic: setting.meter.take(), cpu: beyondRest(spent, rest) });
  }
  return { costs, ticketsASecond };
}
