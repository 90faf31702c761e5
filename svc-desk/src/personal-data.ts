import { findAccountNumber, type RemainingData } from '@archaka/contracts';
import {
  createDueDates,
  type ErasePerson,
  type ExportedRecords,
  listOverdueApplications,
  type PersonalDataDeclaration,
  type RetainedData,
  toOverduePage,
} from '@archaka/privacy-kit';
import type { ServiceClient } from '@archaka/service-kit';
import type { Dependencies } from './features/dependencies.ts';
import { toGrievanceSummary } from './features/help-applicant/wire-grievance.ts';
import { readRecords } from './features/read-case/read-case.ts';
import type { IndexedCase } from './persistence/case-rows.ts';

interface CopyDependencies
  extends Pick<
    Dependencies,
    'db' | 'cases' | 'decisions' | 'notes' | 'grievances' | 'attendance' | 'destroyDataKey'
  > {
  readonly services: Pick<ServiceClient, 'call'>;
}

type PersonDependencies = CopyDependencies & Pick<Dependencies, 'nameIndex' | 'config'>;

const UNPAID = 'unpaid-application';
const PAID = 'paid-application';
const CALLER = 'caller-grievance';

const toKind = ({ payment_status }: Pick<IndexedCase, 'payment_status'>) =>
  payment_status === 'S' ? PAID : UNPAID;

/** Those that svc-application has deleted. At most 100. @throws DependencyUnavailable */
async function findDeleted(
  deps: Pick<CopyDependencies, 'services'>,
  rows: readonly IndexedCase[],
): Promise<ReadonlySet<string>> {
  const existing = await readRecords(deps, rows);
  return new Set(rows.flatMap(({ _id }) => (existing.has(_id) ? [] : [_id])));
}

/** With its decisions, notes, grievances and attendance. False when it is deleted already. */
export const deleteCase = (
  {
    db,
    cases,
    decisions,
    notes,
    grievances,
    attendance,
  }: Omit<CopyDependencies, 'services' | 'destroyDataKey'>,
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
const createRetainedCases = (deps: CopyDependencies): RetainedData[] =>
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

/** With its entries and their key. False when it is deleted already, or has an entry after `before`. */
async function deleteCaller(
  { db, grievances, destroyDataKey }: Pick<CopyDependencies, 'db' | 'grievances' | 'destroyDataKey'>,
  number: string,
  before: Date,
): Promise<boolean> {
  const grievance = await grievances.find(number);
  if (!grievance || !(await db.transaction(() => grievances.remove(number, before)))) return false;
  await destroyDataKey(grievance.userId);
  return true;
}

const createRetainedCallers = (deps: CopyDependencies): RetainedData => ({
  kind: CALLER,
  listOverdue: async (cutoff, page) => {
    const read = await deps.grievances.listOldOfCallers(cutoff.before, page);
    const rows = read.flatMap(({ id, changedAt }) => {
      const dueAt = cutoff.findDueAt({ at: changedAt });
      return dueAt ? [{ id, dueAt }] : [];
    });
    return toOverduePage(read, page, rows);
  },
  delete: ({ id }, { before }) => deleteCaller(deps, id, before),
});

export const createRetainedData = (deps: CopyDependencies): RetainedData[] => [
  ...createRetainedCases(deps),
  createRetainedCallers(deps),
];

/** Of the mobile number that the person has proved; undefined for an account that is gone. @throws DependencyUnavailable */
async function findNumberToken(
  { services, nameIndex }: Pick<PersonDependencies, 'services' | 'nameIndex'>,
  userId: string,
): Promise<string | undefined> {
  const { data = [] } = await services.call(findAccountNumber, { user_id: userId });
  const [account] = data;
  return account && nameIndex.computeNumber(account.number);
}

/** What was said by telephone and on the portal; without the names of the staff. */
const createReadRecords =
  (deps: PersonDependencies) =>
  async (userId: string): Promise<ExportedRecords> => {
    const histories = await deps.grievances.listByPerson(userId, await findNumberToken(deps, userId));
    const grievances = histories.map(({ grievance, entries }) => ({
      ...toGrievanceSummary(grievance),
      entries: entries.map(({ id: _id, staffId: _staffId, ...entry }) => entry),
    }));
    return { records: { grievances }, files: [] };
  };

/** Deletes what callers said with the person's number and the cases that svc-application has deleted; reports the rest. */
const createErasePerson = ({ config, ...deps }: PersonDependencies): ErasePerson => {
  const findDueDate = createDueDates(config, deps.db);
  return async (userId) => {
    const token = await findNumberToken(deps, userId);
    const ofCallers = token === undefined ? [] : await deps.grievances.listByNumber(token);
    for (const { number } of ofCallers) await deleteCaller(deps, number, new Date());
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

export const declarePersonalData = (deps: PersonDependencies): PersonalDataDeclaration => ({
  erasePerson: createErasePerson(deps),
  retained: createRetainedData(deps),
  readRecords: createReadRecords(deps),
  destroyDataKey: deps.destroyDataKey,
});
