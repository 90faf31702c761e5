import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { createApi, type EndpointBuilder, type EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import { injectApi, type PortalState, portalStore } from '../store/portal-store.ts';
import type { basePortalQuery } from './portal-query.ts';
import { type CachedQuery, createRetryingBaseQuery } from './retrying-base-query.ts';

export type PortalQuery = typeof basePortalQuery;

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
    const endpoints = api.endpoints as unknown as Record<string, { initiate: Initiate } | undefined>;
    const action = endpoints[endpointName]?.initiate(originalArgs, { subscribe: false, forceRefetch: true });
    return action ? portalStore.dispatch(action) : Promise.resolve();
  }
  injectApi(api);
  return api;
}
