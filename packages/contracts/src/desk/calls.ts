import type { CallDefinition } from '../call.ts';

/** Counts a visit of the applicant; returns the number of visits. */
export const countDeskVisit = {
  name: 'countdeskvisit',
  service: 'desk',
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;
