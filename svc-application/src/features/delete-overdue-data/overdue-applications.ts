import { findOpenPayments } from '@archaka/contracts';
import {
  type Cutoff,
  type Database,
  type RetainedData,
  type ServiceClient,
  toOverduePage,
} from '@archaka/service-kit';
import type { ApplicationState } from '../../domain/application-state.ts';
import type { ApplicationHeader } from '../../persistence/application-repository.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { deleteApplication } from './delete-application.ts';

const UNPAID: readonly ApplicationState[] = [
  'submitted',
  'ordered',
  'failed',
  'cancelled',
  'lost',
  'reversed',
];

interface OverdueDependencies {
  readonly db: Database;
  readonly repositories: Repositories;
  readonly services: Pick<ServiceClient, 'call'>;
}

/** Only svc-payment knows whether money is still in transit. @throws DependencyUnavailable */
async function readOpenPayments(
  { services }: Pick<OverdueDependencies, 'services'>,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { data = [] } = await services.call(findOpenPayments, { application_ids: [...ids] });
  return new Set(data.map(({ application_id }) => application_id));
}

interface OverdueKind {
  readonly kind: string;
  readonly states: readonly ApplicationState[];
  readonly findDueAt: (application: ApplicationHeader, cutoff: Cutoff) => Date | undefined;
}

function createOverdueKind(
  { kind, states, findDueAt }: OverdueKind,
  deps: OverdueDependencies,
): RetainedData {
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
      const open = await readOpenPayments(
        deps,
        overdue.map(({ id }) => id),
      );
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

export const createOverdueApplications = (deps: OverdueDependencies): RetainedData[] => [
  createOverdueKind(
    {
      kind: 'unpaid-application',
      states: UNPAID,
      findDueAt: ({ examYear: year, stateAt: at }, { findDueAt }) => findDueAt({ year, at }),
    },
    deps,
  ),
  createOverdueKind(
    {
      kind: 'paid-application',
      states: ['paid'],
      findDueAt: ({ examYear: year }, { findDueAt }) => findDueAt({ year }),
    },
    deps,
  ),
];
