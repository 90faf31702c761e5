import { type RemainingData, readCases } from '@archaka/contracts';
import {
  createDueDates,
  type ErasePerson,
  listOverdueApplications,
  type PersonalDataDeclaration,
  type RetainedData,
} from '@archaka/privacy-kit';
import type { ServiceClient } from '@archaka/service-kit';
import type { Dependencies } from './features/dependencies.ts';
import type { IndexedCase } from './persistence/case-repository.ts';

interface CopyDependencies
  extends Pick<Dependencies, 'db' | 'cases' | 'decisions' | 'notes' | 'grievances' | 'attendance'> {
  readonly services: Pick<ServiceClient, 'call'>;
}

const UNPAID = 'unpaid-application';
const PAID = 'paid-application';

const toKind = ({ payment_status }: Pick<IndexedCase, 'payment_status'>) =>
  payment_status === 'S' ? PAID : UNPAID;

/** Those that svc-application has deleted. At most 100. @throws DependencyUnavailable */
async function findDeleted(
  { services }: Pick<CopyDependencies, 'services'>,
  rows: readonly IndexedCase[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ _id }) => _id);
  if (ids.length === 0) return new Set();
  const { data = [] } = await services.call(readCases, { application_ids: ids });
  const existing = new Set(data.map(({ record }) => record.application_id));
  return new Set(ids.filter((id) => !existing.has(id)));
}

/** With its decisions, notes, grievances and attendance. False when it is deleted already. */
export const deleteCase = (
  { db, cases, decisions, notes, grievances, attendance }: Omit<CopyDependencies, 'services'>,
  id: string,
) =>
  db.transaction(async () => {
    await decisions.removeByApplication(id);
    await notes.removeByApplication(id);
    await grievances.removeByApplication(id);
    await attendance.removeByApplication(id);
    return cases.remove(id);
  });

/** Each case is deleted once svc-application has deleted its application. */
export const createRetainedData = (deps: CopyDependencies): RetainedData[] =>
  [UNPAID, PAID].map((kind) => ({
    kind,
    listOverdue: (cutoff, page) =>
      listOverdueApplications(cutoff, page, async (range) => {
        const read = await deps.cases.listRange({ ...range, limit: Math.min(range.limit, 100) });
        const deleted = await findDeleted(deps, read);
        const rows = read.flatMap((row) => {
          const dueAt = cutoff.findDueAt({ year: row.examine_year });
          if (!dueAt || toKind(row) !== kind || !deleted.has(row._id)) return [];
          return [{ id: row._id, applicationId: row._id, dueAt }];
        });
        return { ids: read.map(({ _id }) => _id), rows };
      }),
    delete: ({ id }) => deleteCase(deps, id),
  }));

/** Deletes the cases of what svc-application has deleted, and reports the rest. */
const createErasePerson = ({ config, ...deps }: Dependencies): ErasePerson => {
  const findDueDate = createDueDates(config, deps.db);
  return async (userId) => {
    const rows = await deps.cases.listByUser(userId);
    const deleted = await findDeleted(deps, rows);
    const remaining: RemainingData[] = [];
    for (const row of rows) {
      if (deleted.has(row._id)) await deleteCase(deps, row._id);
      else if (toKind(row) === UNPAID) remaining.push({ kind: UNPAID, because: 'application', until: null });
      else {
        const until = await findDueDate(PAID, { year: row.examine_year });
        remaining.push({ kind: PAID, because: 'retention', until: until?.toISOString() ?? null });
      }
    }
    return remaining;
  };
};

export const declarePersonalData = (deps: Dependencies): PersonalDataDeclaration => ({
  erasePerson: createErasePerson(deps),
  retained: createRetainedData(deps),
});
