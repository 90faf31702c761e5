import * as z from 'zod';
import * as applicationCalls from '../application/calls.ts';
import * as authCalls from '../auth/calls.ts';
import { defineCall } from '../call.ts';
import { instant } from '../fields.ts';
import { outcome } from '../outcome.ts';

export const consent = z.object({
  /** The examination's year. */
  notice_id: z.string(),
  version: z.int(),
  /** False: personal data was sent without an agreement to this version. */
  agreed: z.boolean(),
  language: z.enum(['te', 'en']).optional(),
  at: instant,
  how: z.enum(['sign-up', 'draft', 'submission', 'edit']),
});
export type ConsentRecord = z.infer<typeof consent>;

const ownConsents = { request: z.object({}), response: outcome({ data: consent }) };

export const getConsents = defineCall({ ...applicationCalls.getConsents, ...ownConsents });
export const getSignUpConsents = defineCall({ ...authCalls.getSignUpConsents, ...ownConsents });
