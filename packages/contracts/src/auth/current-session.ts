import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';
import * as calls from './session-calls.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

export const getCurrentSession = defineCall({
  ...calls.getCurrentSession,
  request: z.object({}),
  response: outcome({ data: account }),
});
