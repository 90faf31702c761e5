import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';

/** Counts that the applicant has come once more; gives how often that was. */
export const countSampleVisit = defineCall('countsamplevisit', {
  service: 'sample',
  session: 'required',
  kind: 'command',
  request: z.object({}),
  response: outcome({ data: z.object({ visits: z.int() }) }),
});

export const sampleCalls = [countSampleVisit] as const;
