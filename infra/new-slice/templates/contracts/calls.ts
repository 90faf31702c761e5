import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';

/** Counts a visit of the applicant; returns the number of visits. */
export const countSampleVisit = defineCall('countsamplevisit', {
  service: 'sample',
  session: 'required',
  kind: 'command',
  request: z.object({}),
  response: outcome({ data: z.object({ visits: z.int() }) }),
});

export const sampleCalls = [countSampleVisit] as const;
