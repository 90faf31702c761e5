import { tryAgain } from '../recovery/try-again.ts';
import { portalStore } from '../store/portal-store.ts';
import { isTransient } from './portal-error.ts';
import { basePortalQuery } from './portal-query.ts';

type PortalQuery = typeof basePortalQuery;

export interface CachedQuery {
  readonly status: string;
  readonly endpointName: string;
  readonly originalArgs?: unknown;
  readonly error?: unknown;
}

function readCachedQueries(reducerPath: string): Readonly<Record<string, CachedQuery | undefined>> {
  const state = portalStore.getState() as Readonly<Record<string, unknown>>;
  return (state[reducerPath] as { queries?: Record<string, CachedQuery> } | undefined)?.queries ?? {};
}

/** Never retries commands. Reports a failure once. `refetch` bypasses the cache. */
export function createRetryingBaseQuery(
  reducerPath: string,
  refetch: (query: CachedQuery) => Promise<unknown>,
): PortalQuery {
  let isRetrying = false;
  const findFailed = () =>
    Object.values(readCachedQueries(reducerPath)).filter(
      (query) => query?.status === 'rejected' && isTransient(query.error),
    ) as CachedQuery[];

  async function refetchFailed(): Promise<boolean> {
    await Promise.all(findFailed().map(refetch));
    isRetrying = findFailed().length > 0;
    return !isRetrying;
  }

  return async (request, queryApi, extra) => {
    const failedBefore = readCachedQueries(reducerPath)[queryApi.queryCacheKey ?? '']?.error !== undefined;
    const result = await basePortalQuery(
      failedBefore ? { ...request, quiet: true } : request,
      queryApi,
      extra,
    );
    if (queryApi.type === 'query' && isTransient(result.error) && !isRetrying) {
      isRetrying = true;
      tryAgain(refetchFailed);
    }
    return result;
  };
}
