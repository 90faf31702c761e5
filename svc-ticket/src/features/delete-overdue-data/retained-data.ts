import { findVersion } from '@archaka/contracts';
import {
  type Cutoff,
  type Database,
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
  type ServiceClient,
} from '@archaka/service-kit';
import { type ApplicationOutline, findPayment } from '../../domain/application.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { PreviewRepository } from '../../persistence/preview-repository.ts';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';

interface RetainedDataDependencies {
  readonly db: Database;
  readonly services: Pick<ServiceClient, 'call'>;
  readonly applications: ApplicationRepository;
  readonly tickets: TicketRepository;
  readonly allotments: AllotmentRepository;
  readonly previews: PreviewRepository;
  readonly jobs: TicketJobRepository;
}

const UNPAID = 'unpaid-application';
const NO_USER = 'unknown';

const isPaid = (application: ApplicationOutline): boolean => findPayment(application) !== undefined;

async function isDeleted(
  { services }: Pick<RetainedDataDependencies, 'services'>,
  { application_id, newest }: ApplicationOutline,
): Promise<boolean> {
  const { data = [] } = await services.call(findVersion, {
    application_id,
    user_id: newest?.user_id ?? NO_USER,
  });
  return data.length === 0;
}

const deleteCopy = (
  { db, applications, tickets, allotments, previews, jobs }: RetainedDataDependencies,
  id: string,
): Promise<boolean> =>
  db.transaction(async () => {
    if (!(await applications.remove(id))) return false;
    await tickets.remove(id);
    await allotments.remove(id);
    await previews.remove(id);
    await jobs.cancel(id);
    return true;
  });

interface CopyKind {
  readonly kind: string;
  readonly isOfKind: (application: ApplicationOutline) => boolean;
}

/** What is stored here is a copy: it goes once svc-application has deleted the application. */
function createOverdueCopies({ kind, isOfKind }: CopyKind, deps: RetainedDataDependencies): RetainedData {
  const findOverdue = async (application: ApplicationOutline, cutoff: Cutoff): Promise<OverdueRow[]> => {
    const { application_id: id } = application;
    const year = findExamineYear(cutoff.years, id);
    const dueAt = year && cutoff.findDueAt({ year });
    if (!dueAt || !isOfKind(application) || !(await isDeleted(deps, application))) return [];
    return [{ id, applicationId: id, dueAt }];
  };

  return {
    kind,
    listOverdue: (cutoff, page) =>
      listOverdueApplications(cutoff, page, async (range) => {
        const read = await deps.applications.listRange({ ...range, mayBeUnpaid: kind === UNPAID });
        const rows: OverdueRow[] = [];
        for (const application of read) rows.push(...(await findOverdue(application, cutoff)));
        return { ids: read.map(({ application_id: id }) => id), rows };
      }),
    delete: ({ id }) => deleteCopy(deps, id),
  };
}

export const createRetainedData = (deps: RetainedDataDependencies): RetainedData[] => [
  createOverdueCopies({ kind: UNPAID, isOfKind: (application) => !isPaid(application) }, deps),
  createOverdueCopies({ kind: 'paid-application', isOfKind: isPaid }, deps),
];
