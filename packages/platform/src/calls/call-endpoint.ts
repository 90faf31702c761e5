import type { CallAnswer, CallDefinition, CallRequest } from '@archaka/contracts/calls';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import type { PortalQuery } from './portal-api.ts';
import type { QueryRequest } from './portal-query.ts';
import type { CallOptions } from './send-request.ts';

type CallArgument<EndpointCall extends CallDefinition> =
  Record<never, never> extends CallRequest<EndpointCall>
    ? CallRequest<EndpointCall> | undefined
    : CallRequest<EndpointCall>;

type QueryOptions<
  EndpointCall extends CallDefinition,
  Tag extends string,
  Name extends string,
> = CallOptions &
  Pick<QueryRequest, 'readableOffline'> &
  Pick<
    QueryDefinition<CallArgument<EndpointCall>, PortalQuery, Tag, CallAnswer<EndpointCall>, Name>,
    'providesTags' | 'keepUnusedDataFor'
  >;
type MutationOptions<
  EndpointCall extends CallDefinition,
  Tag extends string,
  Name extends string,
> = CallOptions &
  Pick<
    MutationDefinition<CallArgument<EndpointCall>, PortalQuery, Tag, CallAnswer<EndpointCall>, Name>,
    'invalidatesTags'
  >;

export const callQuery = <EndpointCall extends CallDefinition, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: EndpointCall,
  { quiet, background, readableOffline = false, ...extras }: QueryOptions<EndpointCall, Tag, Name> = {},
) =>
  build.query<CallAnswer<EndpointCall>, CallArgument<EndpointCall>>({
    query: (body) => ({ call, body, readableOffline, ...toCallOptions({ quiet, background }) }),
    ...extras,
  });

export const callMutation = <EndpointCall extends CallDefinition, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: EndpointCall,
  { quiet, background, ...extras }: MutationOptions<EndpointCall, Tag, Name> = {},
) =>
  build.mutation<CallAnswer<EndpointCall>, CallArgument<EndpointCall>>({
    query: (body) => ({ call, body, ...toCallOptions({ quiet, background }) }),
    ...extras,
  });

const toCallOptions = ({
  quiet = false,
  background = false,
}: {
  quiet?: boolean | undefined;
  background?: boolean | undefined;
}) => ({
  quiet,
  background,
});
