/** Counts a visit of the applicant; returns the number of visits. */
export const countSampleVisit = {
  name: 'countsamplevisit',
  service: 'sample',
  session: 'required',
  kind: 'command',
} as const;
