/** Bounds how long a closed session passes: within two seconds. */
const CACHE_MS = 1000;

export type FetchEndedSessions = (sids: readonly string[]) => Promise<readonly string[]>;

interface CachedSession {
  readonly at: number;
  readonly open: Promise<boolean>;
}

/** Batches concurrent checks. Sessions stay open while svc-auth is down, since nobody can log out then. */
export function createSessionCheck(
  fetchEndedSessions: FetchEndedSessions,
): (sid: string) => Promise<boolean> {
  const cache = new Map<string, CachedSession>();
  let batch: { readonly sids: string[]; readonly ended: Promise<ReadonlySet<string>> } | undefined;

  const isFresh = ({ at }: CachedSession): boolean => performance.now() - at < CACHE_MS;

  const startBatch = () => {
    for (const [sid, cached] of cache) if (!isFresh(cached)) cache.delete(sid);
    const sids: string[] = [];
    const ended = new Promise((resolve) => setImmediate(resolve))
      .then(() => {
        batch = undefined;
        return fetchEndedSessions(sids);
      })
      .then(
        (endedSids) => new Set(endedSids),
        () => new Set<string>(),
      );
    return { sids, ended };
  };

  return (sid) => {
    const cached = cache.get(sid);
    if (cached && isFresh(cached)) return cached.open;
    batch ??= startBatch();
    batch.sids.push(sid);
    const open = batch.ended.then((ended) => !ended.has(sid));
    cache.set(sid, { at: performance.now(), open });
    return open;
  };
}
