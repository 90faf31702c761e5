import type { Examination } from '@archaka/contracts';
import type { UnplacedReason } from '../../domain/allot-seats.ts';
import type { DistrictResult } from './allot-district.ts';
import { countSeats, reasonTexts } from './allotment-report.ts';

export interface AllotmentSummary {
  add(result: DistrictResult): void;
  /** Every candidate has a seat, and no seat has a remark. */
  isComplete(): boolean;
  toLines(): string[];
}

/** Counts of a run, without names. */
export function createAllotmentSummary(examination: Pick<Examination, 'centres'>): AllotmentSummary {
  const lines: string[] = [];
  let given = 0;
  let before = 0;
  let reissued = 0;
  let unplacedCount = 0;
  let remarkCount = 0;

  const addUnplaced = ({ unplaced }: DistrictResult): void => {
    const byReason = Map.groupBy(unplaced, ({ reason }): UnplacedReason => reason);
    for (const [reason, group] of byReason)
      lines.push(`  ${group.length} without a seat: ${reasonTexts[reason]}`);
    unplacedCount += unplaced.length;
  };

  return {
    add(result) {
      lines.push(result.district);
      for (const { centre, given: all, added: now, free } of countSeats(result, examination))
        lines.push(
          `  ${centre.code} ${centre.name}: ${all} seats allotted, ${now} of them now, ${free} free`,
        );
      addUnplaced(result);
      const added = result.seats.filter(({ status }) => status === 'new').length;
      given += added;
      before += result.seats.length - added;
      reissued += result.reissuedTickets;
      remarkCount += result.seats.filter(({ remark }) => remark !== undefined).length;
    },
    isComplete: () => unplacedCount === 0 && remarkCount === 0,
    toLines: () => [
      ...lines,
      `Seats allotted now ${given}, before ${before}, without a seat ${unplacedCount}.`,
      `Tickets reissued: ${reissued}.`,
      ...(remarkCount > 0 ? [`Seats to check: ${remarkCount}, see the remarks in seats.csv.`] : []),
    ],
  };
}
