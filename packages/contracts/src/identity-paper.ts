import * as z from 'zod';

/** A paper that may replace the Aadhaar number. */
export const identityPaperKind = z.strictObject({
  kind: z.string(),
  name: z.string(),
  name_te: z.string(),
  /** Regular expression of the whole normalized number. */
  pattern: z.string(),
  /** Shown as the hint of the number. */
  example: z.string(),
});
export type IdentityPaperKind = z.infer<typeof identityPaperKind>;

/** A paper as in records and events; the number is masked. */
export const identityPaper = z.object({ name: z.string(), name_te: z.string(), number: z.string() });
