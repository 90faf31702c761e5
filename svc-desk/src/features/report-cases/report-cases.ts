import { type DeskReport, getDeskReport } from '@archaka/contracts';
import { type CallHandler, handleCall, ok } from '@archaka/service-kit';
import type { VerdictCount } from '../../persistence/decision-repository.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';
import type { Dependencies } from '../dependencies.ts';

function toClerks(counts: readonly VerdictCount[], nameOf: NameOf): DeskReport['clerks'] {
  const ids = [...new Set(counts.map(({ staff_id }) => staff_id))];
  const find = (id: string, verdict: string) =>
    counts.find((each) => each.staff_id === id && each.verdict === verdict)?.count ?? 0;
  return ids
    .map((id) => ({
      staff_id: id,
      name: nameOf(id),
      accepted: find(id, 'accepted'),
      correction: find(id, 'correction'),
      rejected: find(id, 'rejected'),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

export const createReportHandler = ({
  cases,
  caseCounts,
  decisions,
  staff,
  examination,
}: Dependencies): CallHandler =>
  handleCall(getDeskReport, {
    handle: async ({ body: { examine_year = examination.examine_year }, staff: { districts } }) => {
      const [{ groups, days }, verdicts, behind] = await Promise.all([
        caseCounts.report(examine_year, districts),
        decisions.countByClerk(examine_year, districts),
        cases.countBehind(),
      ]);
      const nameOf = await staff.findNames(verdicts.map(({ staff_id }) => staff_id));
      return ok({ data: [{ groups, days, clerks: toClerks(verdicts, nameOf), behind }] });
    },
  });
