import * as z from 'zod';
import * as calls from '../auth/calls.ts';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome } from '../outcome.ts';

export const ownAccount = z.object({
  name: z.string(),
  email: z.string(),
  number: z.string(),
  address: z.string(),
  devasthanam: z.string(),
  landmark: z.string(),
  town: z.string(),
  pincode: z.string(),
  created_at: instant,
});
export type OwnAccount = z.infer<typeof ownAccount>;

export const getAccount = defineCall({
  ...calls.getAccount,
  request: z.object({}),
  response: outcome({ data: ownAccount }),
});

export const storedKind = z.object({
  /** As in `exams/retention.json`; later releases have more. */
  kind: z.string(),
  what: z.string(),
  /** ISO 8601; null when only a request ends it. */
  period: z.string().nullable(),
  /** A starting point of the retention rules. */
  counted_from: z.string(),
  reason: z.string(),
});
export type StoredKind = z.infer<typeof storedKind>;

export const getRetention = defineCall({
  ...calls.getRetention,
  request: z.object({}),
  response: outcome({ data: storedKind }),
});
