import * as z from 'zod';
import * as applicationCalls from './application/calls.ts';
import * as authCalls from './auth/calls.ts';
import { defineCall } from './call.ts';
import { instant, numberInput } from './fields.ts';
import { outcome } from './outcome.ts';

const text = z.string().trim().min(1);
const part = z.strictObject({ title: text, title_te: text, text, text_te: text });

/** Information for applicants before they give personal data. A change of its words needs a new version. */
export const privacyNotice = z.strictObject({
  version: z.int().positive(),
  /** Shown alone until the notice is unfolded. */
  summary: text,
  summary_te: text,
  /** Text at a button that sends personal data; the version's number follows. */
  agreement: text,
  agreement_te: text,
  /** In reading order; the contacts follow the last. */
  parts: z.strictObject({
    what: part,
    why: part,
    aadhaar: part,
    /** For an examination that accepts another paper than the Aadhaar card. */
    identity_papers: part.optional(),
    how_long: part,
    who_sees: part,
    whom_to_ask: part,
  }),
});
export type PrivacyNotice = z.infer<typeof privacyNotice>;

/** The notice that a press agreed to. Without a version the request is served, and recorded as not agreed. */
export const agreementInput = {
  /** Any other than the current version answers 409 with the current notice. */
  notice_version: numberInput.nullish(),
  notice_language: z.enum(['te', 'en']).nullish(),
};
export type AgreementInput = z.infer<z.ZodObject<typeof agreementInput>>;

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
