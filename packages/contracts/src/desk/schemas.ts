import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';
import * as calls from './calls.ts';

export const countDeskVisit = defineCall({
  ...calls.countDeskVisit,
  request: z.object({}),
  response: outcome({ data: z.object({ visits: z.int() }) }),
});

export const deskCalls = [countDeskVisit] as const;
