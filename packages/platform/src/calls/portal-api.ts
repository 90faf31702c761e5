import { createApi, type EndpointBuilder, type EndpointDefinitions } from '@reduxjs/toolkit/query/react';
import { injectApi } from '../store/portal-store.ts';
import { basePortalQuery } from './portal-query.ts';

export type PortalQuery = typeof basePortalQuery;

interface PortalApiOptions<Name extends string, Definitions extends EndpointDefinitions, Tag extends string> {
  /** Its own place in the store: no two remotes share one. */
  name: Name;
  tagTypes?: readonly Tag[];
  endpoints: (build: EndpointBuilder<PortalQuery, Tag, Name>) => Definitions;
}

/** Makes a remote's api, already in the store with reducer and middleware. */
export function createPortalApi<
  Name extends string,
  Definitions extends EndpointDefinitions,
  Tag extends string = never,
>({ name, tagTypes, endpoints }: PortalApiOptions<Name, Definitions, Tag>) {
  const api = createApi({
    reducerPath: name,
    baseQuery: basePortalQuery,
    tagTypes: tagTypes ?? [],
    endpoints,
    refetchOnReconnect: true,
  });
  injectApi(api);
  return api;
}
