import type { CallAnswer, CallDefinition, CallRequest } from '@archaka/contracts/calls';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import {
  createApi,
  type EndpointBuilder,
  type EndpointDefinitions,
  type MutationDefinition,
  type QueryDefinition,
} from '@reduxjs/toolkit/query/react';
import { useDispatch } from 'react-redux';
import { canReadOffline } from '../device/browser-extras.ts';
import { openDeviceVault } from '../device/open-device.ts';
import { networkState } from '../network/network-state.tsx';
import { tryAgain } from '../recovery/try-again.ts';
import { injectApi, type PortalState, portalStore } from '../store/portal-store.ts';
import {
  type FetchOptions,
  type FetchResult,
  isTransient,
  type PortalError,
  portalFetch,
} from './portal-fetch.ts';
import { type CallOptions, type PortalRequest, sendRequest } from './send-request.ts';

/** Milliseconds, when the device reports a network but has not reached the portal yet. */
const OFFLINE_TIMEOUT_MS = 3000;

const whenIdle = globalThis.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 1000));

/** Undefined for a visitor, and where nothing can be stored. */
function toOfflineRequest(path: string, { body }: RequestInit) {
  const userId = portalStore.getState().user.user?.id;
  if (!userId || !canReadOffline()) return undefined;
  return { userId, path, body: typeof body === 'string' ? body : '' };
}

/** Like `portalFetch`; offline it returns the applicant's last response, stored on the device, sealed. */
export async function fetchReadableOffline(
  path: string,
  init: RequestInit = {},
  options: FetchOptions = {},
): Promise<FetchResult> {
  const request = toOfflineRequest(path, init);
  if (!request) return portalFetch(path, init, options);
  const answerWithinMs = networkState.isOffline() ? OFFLINE_TIMEOUT_MS : options.answerWithinMs;
  const result = await portalFetch(path, init, { ...options, answerWithinMs });
  const answer = result.data?.status === 200 ? result.data.clone() : undefined;
  if (answer)
    whenIdle(async () => {
      const vault = await openDeviceVault(request.userId);
      await vault?.storeAnswer(request, answer).catch(() => undefined);
    });
  if (result.error?.kind !== 'unexpected' || !networkState.isOffline()) return result;
  const opened = await openDeviceVault(request.userId);
  const stored = await opened?.findAnswer(request).catch(() => undefined);
  return stored ? { data: stored } : result;
}

interface QueryRequest extends PortalRequest {
  /** Offline the last response is returned, stored on the device, sealed, for the session's lifetime. */
  readonly readableOffline?: boolean;
}

const basePortalQuery: BaseQueryFn<QueryRequest, unknown, PortalError> = (
  { readableOffline = false, ...request },
  { signal, type, forced = false },
) =>
  sendRequest(
    // The page already shows data while a forced refetch runs.
    { ...request, background: request.background || forced },
    {
      isCommand: type === 'mutation',
      signal,
      fetch: readableOffline ? fetchReadableOffline : portalFetch,
    },
  );

type PortalQuery = typeof basePortalQuery;

type CallArgument<EndpointCall extends CallDefinition> =
  Record<never, never> extends CallRequest<EndpointCall>
    ? CallRequest<EndpointCall> | undefined
    : CallRequest<EndpointCall>;

type QueryOptions<Call extends CallDefinition, Tag extends string, Name extends string> = CallOptions &
  Pick<QueryRequest, 'readableOffline'> &
  Pick<
    QueryDefinition<CallArgument<Call>, PortalQuery, Tag, CallAnswer<Call>, Name>,
    'providesTags' | 'keepUnusedDataFor'
  >;
type MutationOptions<Call extends CallDefinition, Tag extends string, Name extends string> = CallOptions &
  Pick<MutationDefinition<CallArgument<Call>, PortalQuery, Tag, CallAnswer<Call>, Name>, 'invalidatesTags'>;

export const callQuery = <Call extends CallDefinition, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: Call,
  { quiet, background, timeoutMs, readableOffline = false, ...extras }: QueryOptions<Call, Tag, Name> = {},
) =>
  build.query<CallAnswer<Call>, CallArgument<Call>>({
    query: (body) => ({ call, body, readableOffline, quiet, background, timeoutMs }),
    ...extras,
  });

export const callMutation = <Call extends CallDefinition, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: Call,
  { quiet, background, ...extras }: MutationOptions<Call, Tag, Name> = {},
) =>
  build.mutation<CallAnswer<Call>, CallArgument<Call>>({
    query: (body) => ({ call, body, quiet, background }),
    ...extras,
  });

/** For what the endpoints' hooks do not offer, such as storing a response under another query. */
export const usePortalDispatch = (): ThunkDispatch<never, unknown, UnknownAction> => useDispatch();

interface PortalApiOptions<Name extends string, Definitions extends EndpointDefinitions, Tag extends string> {
  /** Unique for each remote. */
  name: Name;
  tagTypes?: readonly Tag[];
  endpoints: (build: EndpointBuilder<PortalQuery, Tag, Name>) => Definitions;
}

type Initiate = (
  argument: unknown,
  options: { subscribe: false; forceRefetch: true },
) => ThunkAction<Promise<unknown>, PortalState, unknown, UnknownAction>;

/** A remote's endpoints. Queries that failed because a service is down are retried; commands never are. */
export function createPortalApi<
  Name extends string,
  Definitions extends EndpointDefinitions,
  Tag extends string = never,
>({ name, tagTypes, endpoints }: PortalApiOptions<Name, Definitions, Tag>) {
  const api = createApi({
    reducerPath: name,
    baseQuery: createRetryingBaseQuery(name, refetch),
    tagTypes: tagTypes ?? [],
    endpoints,
  });
  function refetch({ endpointName, originalArgs }: CachedQuery): Promise<unknown> {
    const initiated = api.endpoints as unknown as Record<string, { initiate: Initiate } | undefined>;
    const action = initiated[endpointName]?.initiate(originalArgs, { subscribe: false, forceRefetch: true });
    return action ? portalStore.dispatch(action) : Promise.resolve();
  }
  injectApi(api);
  return api;
}

interface CachedQuery {
  readonly status: string;
  readonly endpointName: string;
  readonly originalArgs?: unknown;
  readonly error?: unknown;
}

function readCachedQueries(reducerPath: string): Readonly<Record<string, CachedQuery | undefined>> {
  const state = portalStore.getState() as unknown as Readonly<Record<string, unknown>>;
  return (state[reducerPath] as { queries?: Record<string, CachedQuery> } | undefined)?.queries ?? {};
}

/** Reports a failure once. `refetch` bypasses the cache. */
function createRetryingBaseQuery(
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
