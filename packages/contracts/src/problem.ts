import * as z from 'zod';
import { privacyNotice } from './consent/privacy-notice.ts';

/** ALTCHA's proof of work, version 2 (altcha.org). */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    /** Iterations of one derivation. */
    cost: z.int().positive(),
    /** Bytes of a derived key. */
    keyLength: z.int().positive(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** Seconds since the epoch. */
    expiresAt: z.int().positive(),
    /** Each level doubles the number of keys; a proof of a lower level than the call needs is rejected. */
    data: z.object({ level: z.int().positive() }),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof challenge>;

/** Sent in `proof` as base64 of its JSON. */
export const proofOfWork = z.object({
  challenge,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string() }),
});
export type ProofOfWork = z.infer<typeof proofOfWork>;

/** A field of calls: the solved challenge of an earlier 428, as base64 of a `proofOfWork`. */
export const proof = z.string().max(4000).optional();

/** `application/problem+json` (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  challenge: challenge.optional(),
  /** The current notice, with the code `notice-changed`. */
  privacy_notice: privacyNotice.optional(),
  request_id: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
