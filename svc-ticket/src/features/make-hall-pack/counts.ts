import type { CandidateList, Group } from './candidate-list.ts';

interface Count {
  readonly paid: number;
  readonly ticketed: number;
  readonly listed: number;
}

export interface Counts {
  readonly groups: readonly (Group & Count)[];
  readonly total: Count;
  readonly isWhole: boolean;
}

/** `listed` is recounted from the data of the documents. */
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
