import type { Examination } from '@archaka/contracts';
import type { Database } from '@archaka/service-kit';
import type { Allotment } from '../../../domain/allotment.ts';
import type { Application } from '../../../domain/application.ts';
import type { TicketJobKey } from '../../../persistence/ticket-job-repository.ts';
import type { AllotDependencies } from '../allot-district.ts';

function createStubAllotments(rows: Map<string, Allotment>): AllotDependencies['allotments'] {
  const nothing = async () => undefined;
  const list = () => [...rows.values()].sort((one, other) => (one.roll_number < other.roll_number ? -1 : 1));
  return {
    findMany: async (ids) => ids.flatMap((id) => rows.get(id) ?? []),
    listByDistrict: async (_year, district) => list().filter((row) => row.district === district),
    findLastSeats: async () => new Map(list().map(({ centre, seat }) => [centre, seat])),
    prepare: nothing,
    startTurn: nothing,
    async add(allotments) {
      for (const allotment of allotments) rows.set(allotment.application_id, allotment);
    },
    async setNotice(ids, notice) {
      for (const id of ids) rows.set(id, { ...(rows.get(id) as Allotment), notice });
    },
  };
}

function createStubApplications(
  applications: ReadonlyMap<string, Application>,
): AllotDependencies['applications'] {
  const list = () => [...applications.values()];
  const getDistrict = (application: Application) => application.newest?.snapshot.centre_district;
  return {
    find: async (id) => applications.get(id),
    findMany: async (ids) => ids.flatMap((id) => applications.get(id) ?? []),
    listCentres: async () => list().flatMap((each) => getDistrict(each) ?? []),
    async *streamByCentre(_year, name) {
      yield* list().filter((each) => getDistrict(each)?.name === name);
    },
  };
}

/** Repositories in memory with their contents. */
export function stubDependencies(examination: Examination) {
  const applications = new Map<string, Application>();
  const allotments = new Map<string, Allotment>();
  const reissues: TicketJobKey[] = [];
  const dependencies: AllotDependencies = {
    db: { transaction: (work: () => Promise<unknown>) => work() } as Database,
    examination,
    allotments: createStubAllotments(allotments),
    applications: createStubApplications(applications),
    jobs: {
      async enqueueReissues(tickets) {
        reissues.push(...tickets);
      },
    },
  };
  return {
    dependencies,
    allotments,
    reissues,
    add: (application: Application) => applications.set(application.application_id, application),
  };
}
