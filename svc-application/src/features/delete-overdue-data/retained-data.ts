import { findOpenPayments } from '@archaka/contracts';
import { type Cutoff, type RetainedData, toOverduePage } from '@archaka/privacy-kit';
import type { Database, ServiceClient } from '@archaka/service-kit';
import type { ApplicationState } from '../../domain/application-state.ts';
import { toClaimKeys } from '../../domain/claim.ts';
import type { ApplicationHeader } from '../../persistence/application-repository.ts';
import { FRESH_MS, type StaleDocument } from '../../persistence/document-store.ts';
import type { Repositories } from '../../persistence/repositories.ts';

interface RetainedDataDependencies {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly services: Pick<ServiceClient, 'call'>;
}

export const createRetainedData = (deps: RetainedDataDependencies): RetainedData[] => [
  createOverdueDrafts(deps),
  createOverdueFirstHolds(deps),
  createOverdueApplications('unpaid-application', UNPAID, deps),
  createOverdueApplications('paid-application', ['paid'], deps),
  createUnattachedUploads(deps),
];

const createOverdueDrafts = ({ db, repositories }: RetainedDataDependencies): RetainedData => ({
  kind: 'draft',

  listOverdue: async ({ years, findDueAt, now }, page) => {
    if (years.length === 0) return { rows: [], next: undefined };
    const slots = await repositories.drafts.listByYears({ years, ...page });
    const rows = slots.flatMap(({ id, applicationId, examYear, savedAt }) => {
      const dueAt = findDueAt({ year: examYear, at: savedAt });
      return dueAt && dueAt <= now ? [{ id, applicationId, dueAt }] : [];
    });
    return toOverduePage(slots, page, rows);
  },

  delete: ({ id }, cutoff) =>
    db.transaction(async () => {
      const documents = await repositories.drafts.remove(id);
      if (!documents) return false;
      await deleteUnreferencedDocuments(repositories, documents, cutoff);
      return true;
    }),
});

/** `aadhaar:<year>:<blind index>:<user id>` */
const toYear = (id: string): string => id.split(':')[1] ?? '';

const createOverdueFirstHolds = ({
  repositories: { firstHolds },
}: RetainedDataDependencies): RetainedData => ({
  kind: 'first-hold',

  listOverdue: async ({ years, findDueAt }, page) => {
    if (years.length === 0) return { rows: [], next: undefined };
    const read = (await firstHolds.listIdsByYears({ years, ...page })).map((id) => ({ id }));
    const rows = read.flatMap(({ id }) => {
      const dueAt = years.includes(toYear(id)) ? findDueAt({ year: toYear(id) }) : undefined;
      return dueAt ? [{ id, dueAt }] : [];
    });
    return toOverduePage(read, page, rows);
  },

  delete: ({ id }) => firstHolds.remove(id),
});

const UNPAID: readonly ApplicationState[] = [
  'submitted',
  'ordered',
  'failed',
  'cancelled',
  'lost',
  'reversed',
];

/** Only svc-payment knows whether money is still in transit. @throws DependencyUnavailable */
async function readOpenPayments(
  { services }: RetainedDataDependencies,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { data = [] } = await services.call(findOpenPayments, { application_ids: [...ids] });
  return new Set(data.map(({ application_id }) => application_id));
}

/** Unpaid ones are due by the time of their last change, paid ones by their year. */
function createOverdueApplications(
  kind: 'unpaid-application' | 'paid-application',
  states: readonly ApplicationState[],
  deps: RetainedDataDependencies,
): RetainedData {
  const findDueAt = ({ examYear: year, stateAt: at }: ApplicationHeader, cutoff: Cutoff) =>
    cutoff.findDueAt(kind === 'paid-application' ? { year } : { year, at });
  const isOverdue = (application: ApplicationHeader, cutoff: Cutoff): boolean => {
    const dueAt = findDueAt(application, cutoff);
    return states.includes(application.state) && dueAt !== undefined && dueAt <= cutoff.now;
  };
  return {
    kind,
    listOverdue: async (cutoff, page) => {
      const { years } = cutoff;
      const read = await deps.repositories.applications.listByYears({ years, states, ...page });
      const overdue = read.filter((application) => isOverdue(application, cutoff));
      const ids = overdue.map(({ id }) => id);
      const open = await readOpenPayments(deps, ids);
      const rows = overdue.flatMap((application) => {
        const { id } = application;
        const dueAt = findDueAt(application, cutoff);
        return dueAt ? [{ id, applicationId: id, dueAt, isHeld: open.has(id) }] : [];
      });
      return toOverduePage(read, page, rows);
    },
    delete: ({ id }, cutoff) =>
      deleteApplication(deps, id, (application) => isOverdue(application, cutoff), cutoff),
  };
}

/** A referenced document may have been last touched a day before its last use. */
const toBefore = ({ before }: Cutoff): Date => new Date(before.getTime() - FRESH_MS);

const toCursor = ({ id, touchedAt }: StaleDocument): string => `${touchedAt.toISOString()} ${id}`;

function parseCursor(cursor: string | undefined): StaleDocument | undefined {
  if (cursor === undefined) return undefined;
  const [touchedAt = '', id = ''] = cursor.split(' ');
  return { id, touchedAt: new Date(touchedAt) };
}

/** A sweep touches referenced documents, so that they are checked again only after the period, but not as fresh ones. */
const createUnattachedUploads = ({ repositories }: RetainedDataDependencies): RetainedData => ({
  kind: 'unattached-upload',

  listOverdue: async (cutoff, { after, limit, isDryRun }) => {
    const stale = await repositories.documents.listStale(toBefore(cutoff), {
      after: parseCursor(after),
      limit,
    });
    const referenced = await findReferenced(
      repositories,
      stale.map(({ id }) => id),
    );
    if (!isDryRun)
      await repositories.documents.touch([...referenced], new Date(cutoff.now.getTime() - FRESH_MS));
    const rows = stale
      .filter(({ id }) => !referenced.has(id))
      .flatMap(({ id, touchedAt }) => {
        const dueAt = cutoff.findDueAt({ at: new Date(touchedAt.getTime() + FRESH_MS) });
        return dueAt ? [{ id, dueAt }] : [];
      });
    const last = stale.at(-1);
    return { rows, next: last && stale.length === limit ? toCursor(last) : undefined };
  },

  delete: async ({ id }, cutoff) => (await repositories.documents.deleteStale([id], toBefore(cutoff))) === 1,
});

type DocumentRepositories = Pick<Repositories, 'documents' | 'drafts' | 'versions'>;

export async function findReferenced(
  { drafts, versions }: DocumentRepositories,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set([
    ...(await versions.findReferencedDocuments(ids)),
    ...(await drafts.findReferencedDocuments(ids)),
  ]);
}

/** Deletes the documents that no other draft or version names; fresh ones are left to the unattached uploads. */
async function deleteUnreferencedDocuments(
  repositories: DocumentRepositories,
  ids: readonly string[],
  { now }: Pick<Cutoff, 'now'>,
): Promise<void> {
  const referenced = await findReferenced(repositories, ids);
  const unreferenced = ids.filter((id) => !referenced.has(id));
  await repositories.documents.deleteStale(unreferenced, new Date(now.getTime() - FRESH_MS));
}

/** Also deletes versions, claims and unshared papers. False when it changed since it was listed. */
export async function deleteApplication(
  { db, repositories }: { readonly db: Database; readonly repositories: Repositories },
  id: string,
  isDeletable: (application: ApplicationHeader) => boolean,
  cutoff: Pick<Cutoff, 'now'>,
): Promise<boolean> {
  const application = await repositories.applications.findOutline(id);
  if (!application || !isDeletable(application)) return false;
  const [mobile, aadhaar] = toClaimKeys(application);
  return db.transaction(async () => {
    if (!(await repositories.applications.remove(application))) return false;
    const documents = await repositories.versions.removeAll(id);
    await repositories.claims.release(mobile, id);
    await repositories.claims.release(aadhaar, id);
    await deleteUnreferencedDocuments(repositories, documents, cutoff);
    return true;
  });
}
