import {
  type Cutoff,
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type RetainedData,
} from '@archaka/service-kit';
import { type ApplicationOutline, findPayment } from '../../domain/application.ts';
import { type CopyDependencies, deleteCopy, isDeleted } from './delete-copy.ts';

const UNPAID = 'unpaid-application';

const isPaid = (application: ApplicationOutline): boolean => findPayment(application) !== undefined;

interface CopyKind {
  readonly kind: string;
  readonly isOfKind: (application: ApplicationOutline) => boolean;
}

/** svc-ticket stores copies: each is deleted once svc-application has deleted the application. */
function createOverdueCopies({ kind, isOfKind }: CopyKind, deps: CopyDependencies): RetainedData {
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

export const createRetainedData = (deps: CopyDependencies): RetainedData[] => [
  createOverdueCopies({ kind: UNPAID, isOfKind: (application) => !isPaid(application) }, deps),
  createOverdueCopies({ kind: 'paid-application', isOfKind: isPaid }, deps),
];
