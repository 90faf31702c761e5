import * as z from 'zod';
import { fitsPattern, normalizeIdentityNumber } from './rules/identity-number.ts';

const text = z.string().trim().min(1);

function isFittingExample({ pattern, example }: { pattern: string; example: string }): boolean {
  try {
    return fitsPattern(pattern, normalizeIdentityNumber(example));
  } catch {
    return false;
  }
}

/** A paper that may stand in place of the Aadhaar number. */
const identityPaperKind = z
  .strictObject({
    kind: z.string().regex(/^[a-z][a-z-]{1,29}$/),
    name: text,
    name_te: text,
    /** Regular expression of the whole normalized number. */
    pattern: text,
    /** Shown as the hint of the number. */
    example: text,
  })
  .refine(isFittingExample, { path: ['pattern'], error: 'Does not fit the example' });

export const identityPaperKinds = z
  .array(identityPaperKind)
  .min(1)
  .refine((kinds) => new Set(kinds.map(({ kind }) => kind)).size === kinds.length, 'Two papers share a kind');
export type IdentityPaperKind = z.infer<typeof identityPaperKind>;

/** What records and events say of a paper; the number is masked. */
export const identityPaper = z.object({ name: z.string(), name_te: z.string(), number: z.string() });
