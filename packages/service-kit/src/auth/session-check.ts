/** An answer counts for so long: what was logged out is refused within two seconds. */
const FRESH_MS = 1000;

/** Gives which of these sessions, by the `sid` of their tokens, have ended. */
export type FetchEnded = (sids: readonly string[]) => Promise<readonly string[]>;

interface Answer {
  readonly at: number;
  readonly open: Promise<boolean>;
}

/**
 * Tells whether a token's session is still open. svc-auth is asked at most once a second for a session, and about all
 * sessions of one moment together; while it does not answer, all count as open, since nobody can log out then.
 */
export function createSessionCheck(fetchEnded: FetchEnded): (sid: string) => Promise<boolean> {
  const answers = new Map<string, Answer>();
  let batch: { readonly sids: string[]; readonly ended: Promise<ReadonlySet<string>> } | undefined;

  const isFresh = ({ at }: Answer): boolean => performance.now() - at < FRESH_MS;

  const openBatch = () => {
    for (const [sid, answer] of answers) if (!isFresh(answer)) answers.delete(sid);
    const sids: string[] = [];
    const ended = new Promise((resolve) => setImmediate(resolve))
      .then(() => {
        batch = undefined;
        return fetchEnded(sids);
      })
      .then(
        (found) => new Set(found),
        () => new Set<string>(),
      );
    return { sids, ended };
  };

  return (sid) => {
    const known = answers.get(sid);
    if (known && isFresh(known)) return known.open;
    batch ??= openBatch();
    batch.sids.push(sid);
    const open = batch.ended.then((ended) => !ended.has(sid));
    answers.set(sid, { at: performance.now(), open });
    return open;
  };
}
