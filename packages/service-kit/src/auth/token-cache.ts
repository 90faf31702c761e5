import { LRUCache } from 'lru-cache';

interface VerifiedToken<Subject> {
  readonly subject: Subject;
  /** Seconds since the epoch. */
  readonly expires: number;
}

/** The life of a user's token; one with a longer life is verified again. */
const MAX_AGE_MS = 15 * 60_000;

export function createTokenCache<Subject extends object>(
  verify: (token: string) => Promise<VerifiedToken<Subject>>,
  { capacity = 5000 }: { capacity?: number } = {},
): (token: string) => Promise<Subject> {
  const cache = new LRUCache<string, Subject>({ max: capacity, ttlAutopurge: true, perf: Date });

  return async (token) => {
    const cached = cache.get(token);
    if (cached) return cached;
    const { subject, expires } = await verify(token);
    const ttl = Math.min(expires * 1000 - Date.now(), MAX_AGE_MS);
    if (ttl > 0) cache.set(token, subject, { ttl });
    return subject;
  };
}
