import type { Blueprint } from './blueprint.ts';
import type { Random } from './random.ts';
import type { Way } from './ways.ts';

/** Of a hundred. */
const SHARES: Readonly<Record<Way, number>> = {
  ...{ paid: 60, corrected: 10, unpaid: 10, failed: 5, draft: 14, stray: 1 },
};
export interface Choice {
  readonly blueprints: readonly Blueprint[];
  readonly random: Random;
}

export function chooseWay(random: Random): Way {
  let rest = random(100);
  for (const [way, share] of Object.entries(SHARES)) {
    if (rest < share) return way as Way;
    rest -= share;
  }
  return 'paid';
}

/** Only the first known applicants have the first centre. */
export function chooseBlueprint({ blueprints, random }: Choice, way: Way, isFirstCentre: boolean): Blueprint {
  const first = blueprints[0]?.walker.centre;
  const fitting = blueprints.filter(({ walker }) => walker.way === way);
  const chosen = fitting.filter(({ walker }) => (walker.centre === first) === isFirstCentre);
  const all = chosen.length > 0 ? chosen : fitting;
  return all[random(all.length)] as Blueprint;
}
