interface VerifiedToken<Subject> {
  readonly subject: Subject;
  /** Seconds since the epoch. */
  readonly expires: number;
}

export function createTokenCache<Subject>(
  verify: (token: string) => Promise<VerifiedToken<Subject>>,
  { capacity = 5000 }: { capacity?: number } = {},
): (token: string) => Promise<Subject> {
  const cache = new Map<string, VerifiedToken<Subject>>();

  const store = (token: string, verified: VerifiedToken<Subject>): Subject => {
    cache.delete(token);
    cache.set(token, verified);
    const oldest = cache.keys().next().value;
    if (cache.size > capacity && oldest !== undefined) cache.delete(oldest);
    return verified.subject;
  };

  return async (token) => {
    const cached = cache.get(token);
    if (cached && cached.expires * 1000 > Date.now()) return store(token, cached);
    cache.delete(token);
    return store(token, await verify(token));
  };
}
