import { applicationWithdrawn, findVersion, internalRoutes, type RemainingData } from '@archaka/contracts';
import {
  type Cutoff,
  createDueDates,
  type ErasePerson,
  type FindDueDate,
  findExamineYear,
  listOverdueApplications,
  type OverdueRow,
  type PersonalDataDeclaration,
  type RetainedData,
} from '@archaka/privacy-kit';
import {
  type EventHandler,
  getCaller,
  handleEvent,
  notFound,
  type ServiceClient,
} from '@archaka/service-kit';
import type { Router } from 'express';
import { type ApplicationOutline, findPayment } from './domain/application.ts';
import type { Dependencies } from './features/dependencies.ts';
import type { PhotoReader } from './features/make-ticket/photo-reader.ts';

interface CopyDependencies extends Pick<Dependencies, 'db' | 'repositories'> {
  readonly services: Pick<ServiceClient, 'call'>;
}

const UNPAID = 'unpaid-application';
const PAID = 'paid-application';
const NO_USER = 'unknown';

const isPaid = (application: ApplicationOutline): boolean => findPayment(application) !== undefined;

/** Whether svc-application has deleted the application. @throws DependencyUnavailable */
async function isDeleted(
  { services }: CopyDependencies,
  { application_id, newest }: ApplicationOutline,
): Promise<boolean> {
  const user_id = newest?.user_id ?? NO_USER;
  const { data = [] } = await services.call(findVersion, { application_id, user_id });
  return data.length === 0;
}

/** With its tickets and seat. False when it is deleted already. */
const deleteCopy = (
  { db, repositories: { applications, tickets, allotments, plans, jobs } }: CopyDependencies,
  id: string,
): Promise<boolean> =>
  db.transaction(async () => {
    if (!(await applications.remove(id))) return false;
    await tickets.remove(id);
    await allotments.remove(id);
    await plans.removeCandidate(id);
    await jobs.cancel(id);
    return true;
  });

/** A submission whose event arrives later is dropped. */
export const onApplicationWithdrawn = (deps: CopyDependencies): EventHandler =>
  handleEvent(applicationWithdrawn, async ({ application_id }) => {
    await deleteCopy(deps, application_id);
  });

function createOverdueCopies(kind: typeof UNPAID | typeof PAID, deps: CopyDependencies): RetainedData {
  const findOverdue = async (application: ApplicationOutline, cutoff: Cutoff): Promise<OverdueRow[]> => {
    const { application_id: id } = application;
    const year = findExamineYear(cutoff.years, id);
    const dueAt = year && cutoff.findDueAt({ year });
    if (!dueAt || isPaid(application) !== (kind === PAID) || !(await isDeleted(deps, application))) return [];
    return [{ id, applicationId: id, dueAt }];
  };

  return {
    kind,
    listOverdue: (cutoff, page) =>
      listOverdueApplications(cutoff, page, async (range) => {
        const read = await deps.repositories.applications.listRange({
          ...range,
          mayBeUnpaid: kind === UNPAID,
        });
        const rows: OverdueRow[] = [];
        for (const application of read) rows.push(...(await findOverdue(application, cutoff)));
        return { ids: read.map(({ application_id: id }) => id), rows };
      }),
    delete: ({ id }) => deleteCopy(deps, id),
  };
}

/** svc-ticket stores copies: each is deleted once svc-application has deleted the application. */
export const createRetainedData = (deps: CopyDependencies): RetainedData[] =>
  ([UNPAID, PAID] as const).map((kind) => createOverdueCopies(kind, deps));

interface ErasureDependencies extends CopyDependencies {
  readonly photos: Pick<PhotoReader, 'forgetAll'>;
  readonly findDueDate: FindDueDate;
}

/** Deletes the copies of what svc-application has deleted, and reports the rest. */
export const createErasePerson =
  ({ photos, findDueDate, ...deps }: ErasureDependencies): ErasePerson =>
  async (userId) => {
    photos.forgetAll();
    const remaining: RemainingData[] = [];
    for (const application of await deps.repositories.applications.listOutlinesByUser(userId)) {
      const { application_id, examine_year: year } = application;
      if (await isDeleted(deps, application)) {
        await deleteCopy(deps, application_id);
      } else if (isPaid(application)) {
        const until = year && (await findDueDate(PAID, { year }));
        remaining.push({ kind: PAID, because: 'retention', until: until ? until.toISOString() : null });
      } else {
        remaining.push({ kind: UNPAID, because: 'application', until: null });
      }
    }
    return remaining;
  };

const readRecords = (
  { db, repositories: { applications, tickets, allotments } }: CopyDependencies,
  userId: string,
) =>
  db.transaction(async () => {
    const own = await applications.findByUser(userId);
    const ids = own.map(({ application_id }) => application_id);
    const current = await tickets.findCurrentRefs(ids);
    const seats = await allotments.findMany(ids);
    return {
      records: {
        snapshots: own.map(({ newest }) => newest?.snapshot),
        results: own.flatMap(({ application_id, result }) => {
          if (!result) return [];
          const { user_id: _userId, ...published } = result;
          return [{ application_id, ...published }];
        }),
        seats: seats.map(({ application_id, centre, seat, roll_number }) => ({
          application_id,
          centre,
          seat,
          roll_number,
        })),
      },
      files: current.map(({ application_id }) => ({ id: application_id, filetype: 'pdf' })),
    };
  });

export const declarePersonalData = (deps: Dependencies): PersonalDataDeclaration => ({
  readRecords: (userId) => readRecords(deps, userId),
  erasePerson: createErasePerson({ ...deps, findDueDate: createDueDates(deps.config, deps.db) }),
  retained: createRetainedData(deps),
});

/** `GET /internal/tickets/:application_id`, the current ticket for svc-auth's download of all data. */
export function registerTicketContentRoute(
  router: Router,
  { guard, audit, repositories: { tickets } }: Dependencies,
): void {
  const { path } = internalRoutes.ticketContent;
  router.get(path, guard.service(internalRoutes.ticketContent), async ({ params }, response) => {
    const applicationId = String(params.application_id);
    const ticket = await tickets.findCurrent(applicationId);
    if (!ticket) throw notFound();
    await audit.record({
      action: 'ticket.downloaded',
      actor: { kind: 'service', id: getCaller(response) },
      subject: { applicationId },
      detail: { version: ticket.version },
    });
    response.setHeader('content-type', 'application/pdf');
    response.setHeader('cache-control', 'private, no-store');
    response.end(ticket.pdf);
  });
}
