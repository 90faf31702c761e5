import * as z from 'zod';
import { defineCall } from '../call.ts';
import { outcome } from '../outcome.ts';

/** 32 bytes in base64 that seal local drafts, held in memory only. `old_keys` open drafts from before a key change. */
export const getDeviceKey = defineCall('getdevicekey', {
  service: 'auth',
  session: 'required',
  kind: 'query',
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
