import * as z from 'zod';
import { numberInput } from '../fields.ts';

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
