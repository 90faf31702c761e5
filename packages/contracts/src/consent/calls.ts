import * as z from 'zod';
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

const ownConsents = {
  session: 'required',
  kind: 'query',
  request: z.object({}),
  response: outcome({ data: consent }),
} as const;

/** Own consents given with the form, newest first. */
export const getConsents = defineCall('getconsents', { service: 'application', ...ownConsents });

/** Own consents given with the sign-up, newest first. */
export const getSignUpConsents = defineCall('getsignupconsents', { service: 'auth', ...ownConsents });
