import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';
import * as calls from './session-calls.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

export const getCurrentSession = defineCall({
  ...calls.getCurrentSession,
  request: z.object({}),
  /** `is_unconfirmed`: the data of the sign-up are still to be confirmed (`confirmsignup`). */
  response: outcome({ data: account.extend({ is_unconfirmed: z.boolean().optional() }) }),
});
