import type { Allotment } from '../../domain/allotment.ts';
import type { AllotmentRepository } from '../../persistence/allotment-repository.ts';
import type { AllotDependencies } from './allot-batch.ts';

/** Reads what is allotted, and holds the new seats in memory. */
function createDryRunAllotments(allotments: AllotmentRepository): AllotmentRepository {
  const added = new Map<string, Allotment>();
  const nothing = async () => undefined;
  return {
    ...allotments,
    prepare: nothing,
    startTurn: nothing,
    setNotice: nothing,
    async add(more) {
      for (const allotment of more) added.set(allotment.application_id, allotment);
    },
    async findMany(ids) {
      return [...(await allotments.findMany(ids)), ...ids.flatMap((id) => added.get(id) ?? [])];
    },
    async listByDistrict(year, district) {
      const own = [...added.values()].filter((allotment) => allotment.district === district);
      return [...(await allotments.listByDistrict(year, district)), ...own];
    },
    async findLastSeats(year) {
      const lastSeats = await allotments.findLastSeats(year);
      for (const { centre, seat } of added.values())
        lastSeats.set(centre, Math.max(seat, lastSeats.get(centre) ?? 0));
      return lastSeats;
    },
  };
}

export const createDryRun = (dependencies: AllotDependencies): AllotDependencies => ({
  ...dependencies,
  allotments: createDryRunAllotments(dependencies.allotments),
  jobs: { enqueueReissues: async () => undefined },
});
