import type { GrievanceSummary, Grievance as WireGrievance } from '@archaka/contracts';
import type { Grievance, GrievanceEntry } from '../../persistence/grievance-repository.ts';

export const toGrievanceSummary = (grievance: Grievance): GrievanceSummary => ({
  number: grievance.number,
  application_id: grievance.applicationId,
  district_name: grievance.districtName,
  subject: grievance.subject,
  state: grievance.state,
  opened_at: grievance.openedAt.toISOString(),
  ...(grievance.on !== undefined && { on: grievance.on }),
});

/** @param names of the staff, by id */
export const toWireGrievance = (
  { grievance, entries }: { readonly grievance: Grievance; readonly entries: readonly GrievanceEntry[] },
  names: ReadonlyMap<string, string>,
): WireGrievance => ({
  ...toGrievanceSummary(grievance),
  entries: entries.map(({ staffId, at, ...entry }) => ({
    ...entry,
    ...(staffId !== undefined && { by: names.get(staffId) ?? staffId }),
    at: at.toISOString(),
  })),
});
