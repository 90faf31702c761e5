import type { CandidateList, Group } from './candidate-list.ts';

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
export function toCounts({ groups, candidates }: CandidateList): Counts {
  const countListed = ({ exam_type, exam_regular }: Group): number =>
    candidates.filter(({ ticketRequest: { applicationVersion } }) => {
      const { snapshot } = applicationVersion;
      return snapshot.exam_type === exam_type && snapshot.exam_regular === exam_regular;
    }).length;
  const countedGroups = groups.map((group) => ({ ...group, listed: countListed(group) }));
  const sum = (field: keyof Count) => countedGroups.reduce((total, group) => total + group[field], 0);
  const total = { paid: sum('paid'), ticketed: sum('ticketed'), listed: candidates.length };
  return {
    groups: countedGroups,
    total,
    isWhole: total.paid === total.ticketed && total.ticketed === total.listed,
  };
}
