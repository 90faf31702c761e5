import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';

export const account = z.object({ id: z.string(), number: z.string(), name: z.string() });

// Apart from the other calls: every page asks it, and brings none of theirs.
export const getCurrentSession = defineCall('session', {
  service: 'auth',
  session: 'required',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: account }),
});
