import { hash } from 'node:crypto';

interface Verified<Subject> {
  readonly subject: Subject;
  /** Seconds since the epoch, as in the token. */
  readonly expires: number;
}

/** Keeps the last verified tokens by their hash until they expire, so that each is verified once. */
export function verifiedTokens<Subject>(
  verify: (token: string) => Promise<Verified<Subject>>,
  { capacity = 5000 }: { capacity?: number } = {},
): (token: string) => Promise<Subject> {
  const kept = new Map<string, Verified<Subject>>();

  const keep = (key: string, verified: Verified<Subject>): Subject => {
    kept.delete(key);
    kept.set(key, verified);
    const oldest = kept.keys().next().value;
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    return verified.subject;
  };

  return async (token) => {
    const key = hash('sha256', token, 'base64url');
    const known = kept.get(key);
    if (known && known.expires * 1000 > Date.now()) return keep(key, known);
    kept.delete(key);
    return keep(key, await verify(token));
  };
}
