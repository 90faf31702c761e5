interface Verified<Subject> {
  readonly subject: Subject;
  /** Seconds since the epoch, as in the token. */
  readonly expires: number;
}

/** Keeps the last verified tokens until they expire, so that each is verified once. */
export function verifiedTokens<Subject>(
  verify: (token: string) => Promise<Verified<Subject>>,
  { capacity = 5000 }: { capacity?: number } = {},
): (token: string) => Promise<Subject> {
  const kept = new Map<string, Verified<Subject>>();

  const keep = (token: string, verified: Verified<Subject>): Subject => {
    kept.delete(token);
    kept.set(token, verified);
    const oldest = kept.keys().next().value;
    if (kept.size > capacity && oldest !== undefined) kept.delete(oldest);
    return verified.subject;
  };

  return async (token) => {
    const known = kept.get(token);
    if (known && known.expires * 1000 > Date.now()) return keep(token, known);
    kept.delete(token);
    return keep(token, await verify(token));
  };
}
