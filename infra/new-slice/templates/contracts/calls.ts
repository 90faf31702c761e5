import * as z from 'zod';
import { call } from '../call.ts';
import { outcome } from '../outcome.ts';

/** Counts that the applicant has come once more; gives how often that was. */
export const countSampleVisit = call('countsamplevisit', {
  service: 'sample',
  session: 'required',
  kind: 'command',
  request: z.object({}),
  answer: outcome({ data: z.object({ visits: z.int() }) }),
});

export const sampleCalls = [countSampleVisit] as const;
