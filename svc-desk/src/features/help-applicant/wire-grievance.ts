import type { GrievanceSummary, Grievance as WireGrievance } from '@archaka/contracts';
import { type Grievance, type GrievanceHistory, isOfCaller } from '../../persistence/grievance-repository.ts';
import type { NameOf } from '../../persistence/staff-repository.ts';

export const toGrievanceSummary = (grievance: Grievance): GrievanceSummary => ({
  number: grievance.number,
  ...(isOfCaller(grievance)
    ? { mobile_masked: grievance.mobileMasked }
    : { application_id: grievance.applicationId, district_name: grievance.districtName }),
  subject: grievance.subject,
  state: grievance.state,
  opened_at: grievance.openedAt.toISOString(),
  ...(grievance.on !== undefined && { on: grievance.on }),
});

/** Whose names a grievance shows. */
export const listAuthors = ({ entries }: GrievanceHistory): string[] =>
  entries.flatMap(({ staffId }) => staffId ?? []);

export const toWireGrievance = ({ grievance, entries }: GrievanceHistory, nameOf: NameOf): WireGrievance => ({
  ...toGrievanceSummary(grievance),
  entries: entries.map(({ staffId, at, ...entry }) => ({
    ...entry,
    ...(staffId !== undefined && { by: nameOf(staffId) }),
    at: at.toISOString(),
  })),
});
