import { randomUUID } from 'node:crypto';
import { type ApplicationRecord, DAY_MS, listCases, readCases } from '@archaka/contracts';
import { defineJob, type Job, WorkQueue } from '@archaka/service-kit';
import { type CaseFacets, toFacets, updateScrutiny } from '../../domain/case.ts';
import type { CaseRow } from '../../persistence/case-rows.ts';
import { deleteCase } from '../../personal-data.ts';
import type { Dependencies } from '../dependencies.ts';

/** svc-application handles an event at about the same time; until then its record is read again. */
const BEHIND_MS = 2000;
const MAX_BEHIND_MS = 3_600_000;

const isShown = ({ expected }: CaseRow, paymentStatus: string, now: Date): boolean =>
  !expected ||
  expected.isPaid === (paymentStatus === 'S') ||
  now.getTime() - expected.at.getTime() > MAX_BEHIND_MS;

/** Those that the applicant filed on the portal, once each. */
async function addFiledGrievances(
  { db, grievances }: Pick<Dependencies, 'db' | 'grievances'>,
  { application_id: applicationId, grievances: filed = [] }: ApplicationRecord,
  { user_id: userId, district_id: districtId, district_name: districtName }: CaseFacets,
): Promise<void> {
  for (const { number, subject, text, opened_at } of filed.filter(({ state }) => state === 'open')) {
    if (await grievances.find(number)) continue;
    const openedAt = new Date(opened_at);
    const district = { districtId, districtName };
    const opened = { number, applicationId, userId, ...district, subject, state: 'open' as const, openedAt };
    const entry = { id: randomUUID(), state: 'open' as const, text, at: openedAt };
    await db.transaction(() => grievances.open(opened, entry));
  }
}

/** Reads a changed application at svc-application and updates its case; deletes that of a deleted application. */
export function createIndexCases(deps: Dependencies): WorkQueue<CaseRow> {
  const { services, cases, nameIndex, examination, log } = deps;
  return new WorkQueue<CaseRow>({
    name: 'cases',
    rows: cases.rows,
    concurrency: 8,
    log,
    handle: async (row, { claimedAt }) => {
      const { data = [] } = await services.call(readCases, { application_ids: [row._id] });
      const [found] = data;
      if (!found) {
        await deleteCase(deps, row._id);
        return undefined;
      }
      const { user_id, record } = found;
      const facets = toFacets(user_id, record);
      const { version } = row;
      const known = version === undefined ? undefined : { ...row, version };
      const isExpected = isShown(row, record.payment_status, claimedAt);
      const hasRules = examination.scrutiny !== undefined && record.examine_year === examination.examine_year;
      const scrutiny = updateScrutiny(known, facets, {
        hasRules,
        isAppealed: record.scrutiny?.appeal?.is_answered === false,
        now: new Date(),
      });
      const index = {
        tokens: nameIndex.compute(record.examine_year, record.name),
        number_token: nameIndex.computeNumber(record.number),
      };
      const isNewVersion = version !== record.version;
      await cases.update(row._id, { ...facets, ...scrutiny, ...index }, { isNewVersion, isExpected });
      await addFiledGrievances(deps, record, facets);
      return isExpected ? undefined : { againInMs: BEHIND_MS };
    },
  });
}

const PAGE = 1000;

/** Adds each application of svc-application that the desk does not list: all of them to an empty database. */
export const createListMissingCasesJob = ({
  services,
  cases,
}: Pick<Dependencies, 'services' | 'cases'>): Job =>
  defineJob({
    name: 'list-missing-cases',
    ms: DAY_MS,
    run: async (signal) => {
      for (let after = ''; !signal.aborted; ) {
        const { data = [] } = await services.call(listCases, { after, limit: PAGE });
        const ids = data.map(({ application_id }) => application_id);
        await cases.addMissing(ids);
        const last = ids.at(-1);
        if (last === undefined || ids.length < PAGE) return;
        after = last;
      }
    },
  });
