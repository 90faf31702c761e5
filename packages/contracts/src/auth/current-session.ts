import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

// Separate from the other calls, since every page uses it and none of those.
export const getCurrentSession = defineCall('session', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  /** `is_unconfirmed`: the data of the sign-up are still to be confirmed (`confirmsignup`). */
  response: outcome({ data: account.extend({ is_unconfirmed: z.boolean().optional() }) }),
});
