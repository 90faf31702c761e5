import type { Group, Roll } from './roll.ts';

interface Count {
  readonly paid: number;
  readonly ticketed: number;
  readonly listed: number;
}

/** What proves a pack: how many have paid, how many tickets are made, and how many are in it. */
export interface Counts {
  readonly groups: readonly (Group & Count)[];
  readonly total: Count;
  readonly isWhole: boolean;
}

/** Counts what is listed anew, from what the documents are made of. */
export function countsOf({ groups, entrants }: Roll): Counts {
  const listedIn = ({ exam_type, exam_regular }: Group): number =>
    entrants.filter(({ wanted: { edition } }) => {
      const { snapshot } = edition;
      return snapshot.exam_type === exam_type && snapshot.exam_regular === exam_regular;
    }).length;
  const counted = groups.map((group) => ({ ...group, listed: listedIn(group) }));
  const sum = (of: keyof Count) => counted.reduce((total, group) => total + group[of], 0);
  const total = { paid: sum('paid'), ticketed: sum('ticketed'), listed: entrants.length };
  return {
    groups: counted,
    total,
    isWhole: total.paid === total.ticketed && total.ticketed === total.listed,
  };
}
