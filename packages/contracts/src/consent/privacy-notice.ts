import * as z from 'zod';

const text = z.string().trim().min(1);
const part = z.strictObject({ title: text, title_te: text, text, text_te: text });

/** What applicants are told before they give personal data. A change of its words needs a new version. */
export const privacyNotice = z.strictObject({
  version: z.int().positive(),
  /** Stands alone until the notice is unfolded. */
  summary: text,
  summary_te: text,
  /** What the press of a button that sends personal data says; the version's number follows. */
  agreement: text,
  agreement_te: text,
  /** In the order in which they are read; the contacts follow the last. */
  parts: z.strictObject({
    what: part,
    why: part,
    aadhaar: part,
    /** Where the examination accepts another paper than the Aadhaar card. */
    identity_papers: part.optional(),
    how_long: part,
    who_sees: part,
    whom_to_ask: part,
  }),
});
export type PrivacyNotice = z.infer<typeof privacyNotice>;
