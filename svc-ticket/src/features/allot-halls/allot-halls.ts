import type { Examination, ExaminationCentre } from '@archaka/contracts';
import { CommandError } from '@archaka/service-kit';
import type { Centre } from '../../persistence/application-repository.ts';
import { findCentre } from '../make-hall-pack/find-centre.ts';
import type { AllotDependencies } from './allot-batch.ts';
import { allotDistrict, type DistrictResult } from './allot-district.ts';
import { openAllotmentReport } from './allotment-report.ts';
import { createDryRun } from './dry-run.ts';

export interface AllotOptions {
  /** English or Telugu name; default: all districts. */
  readonly district: string | undefined;
  /** Writes the report of a run without its effects. */
  readonly dryRun: boolean;
  /** Folder of the report. */
  readonly out: string;
  readonly onDistrict: (result: DistrictResult) => void;
}

function getCentres({ centres = [] }: Examination): readonly ExaminationCentre[] {
  if (centres.length > 0) return centres;
  throw new CommandError('The examination file has no centres. Add them under "centres" first.');
}

/** Districts that candidates have chosen or that have a centre. */
function listDistricts(chosen: readonly Centre[], centres: readonly ExaminationCentre[]): string[] {
  const names = [...chosen.map(({ name }) => name), ...centres.map(({ district }) => district)];
  return [...new Set(names)].sort();
}

/**
 * Assigns seats in the candidates' districts. Idempotent and resumable: a repeated run serves only new candidates.
 * @throws CommandError without centres, or for an unknown district
 */
export async function allotHalls(
  deps: AllotDependencies,
  { district, dryRun, out, onDistrict }: AllotOptions,
): Promise<void> {
  const { examination } = deps;
  const centres = getCentres(examination);
  const chosen = await deps.applications.listCentres(examination.examine_year);
  const districts =
    district === undefined ? listDistricts(chosen, centres) : [findCentre(district, chosen).name];
  const effective = dryRun ? createDryRun(deps) : deps;
  const report = await openAllotmentReport(out, examination);
  try {
    await effective.allotments.prepare();
    for (const name of districts) {
      const result = await allotDistrict(name, effective);
      await report.add(result);
      onDistrict(result);
    }
    await report.finish();
  } finally {
    await report.close();
  }
}
