import { CommandError } from '@archaka/service-kit';
import type { Allotment } from '../../domain/allotment.ts';
import { findCentre } from '../make-hall-pack/candidate-list.ts';
import { type AllotDependencies, allotDistrict, type DistrictResult } from './allot-district.ts';
import { openAllotmentReport } from './allotment-report.ts';

export interface AllotOptions {
  /** English or Telugu name; default: all districts. */
  readonly district: string | undefined;
  /** Writes the report of a run without its effects. */
  readonly dryRun: boolean;
  /** Folder of the report. */
  readonly out: string;
  readonly onDistrict: (result: DistrictResult) => void;
}

/** Reads what is allotted, and holds the new seats in memory. */
function toDryRun({ allotments, ...dependencies }: AllotDependencies): AllotDependencies {
  const added = new Map<string, Allotment>();
  const nothing = async () => undefined;
  return {
    ...dependencies,
    jobs: { enqueueReissues: nothing },
    allotments: {
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
    },
  };
}

/**
 * Assigns seats in the candidates' districts. Idempotent and resumable: a repeated run serves only new candidates.
 * @throws CommandError without centres, or for an unknown district
 */
export async function allotHalls(
  dependencies: AllotDependencies,
  { district, dryRun, out, onDistrict }: AllotOptions,
): Promise<void> {
  const deps = dryRun ? toDryRun(dependencies) : dependencies;
  const { centres = [], examine_year } = deps.examination;
  if (centres.length === 0)
    throw new CommandError('The examination file has no centres. Add them under "centres" first.');
  const chosen = await deps.applications.listCentres(examine_year);
  const all = new Set([...chosen.map(({ name }) => name), ...centres.map((centre) => centre.district)]);
  const districts = district === undefined ? [...all].sort() : [findCentre(district, chosen).name];
  const report = await openAllotmentReport(out, deps.examination);
  try {
    await deps.allotments.prepare();
    for (const name of districts) {
      const result = await allotDistrict(name, deps);
      await report.add(result);
      onDistrict(result);
    }
    await report.finish();
  } finally {
    await report.close();
  }
}
