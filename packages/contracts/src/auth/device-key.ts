import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';
import * as calls from './session-calls.ts';

export const getDeviceKey = defineCall({
  ...calls.getDeviceKey,
  request: z.object({}),
  response: outcome({
    data: z.object({
      key: z.base64(),
      old_keys: z.array(z.base64()).optional(),
      /** Seconds until an unused session ends; until then the browser may open its copies without the server. */
      expires_in: z.int().min(0).optional(),
    }),
  }),
});
