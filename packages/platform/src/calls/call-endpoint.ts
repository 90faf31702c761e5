import type { Call } from '@archaka/contracts';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import type * as z from 'zod';
import type { PortalQuery } from './portal-api.ts';
import type { QueryRequest } from './portal-query.ts';
import type { CallOptions } from './send-request.ts';

type CallRequest<EndpointCall extends Call> = z.input<EndpointCall['request']>;
type CallResult<EndpointCall extends Call> = z.output<EndpointCall['response']['body']>;
type CallArgument<EndpointCall extends Call> =
  Record<never, never> extends CallRequest<EndpointCall>
    ? CallRequest<EndpointCall> | undefined
    : CallRequest<EndpointCall>;

type QueryOptions<EndpointCall extends Call, Tag extends string, Name extends string> = CallOptions &
  Pick<QueryRequest, 'readableOffline'> &
  Pick<
    QueryDefinition<CallArgument<EndpointCall>, PortalQuery, Tag, CallResult<EndpointCall>, Name>,
    'providesTags' | 'keepUnusedDataFor'
  >;
type MutationOptions<EndpointCall extends Call, Tag extends string, Name extends string> = CallOptions &
  Pick<
    MutationDefinition<CallArgument<EndpointCall>, PortalQuery, Tag, CallResult<EndpointCall>, Name>,
    'invalidatesTags'
  >;

export const callQuery = <EndpointCall extends Call, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: EndpointCall,
  { quiet, background, readableOffline = false, ...extras }: QueryOptions<EndpointCall, Tag, Name> = {},
) =>
  build.query<CallResult<EndpointCall>, CallArgument<EndpointCall>>({
    query: (body) => ({ call, body, readableOffline, ...toCallOptions({ quiet, background }) }),
    ...extras,
  });

export const callMutation = <EndpointCall extends Call, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: EndpointCall,
  { quiet, background, ...extras }: MutationOptions<EndpointCall, Tag, Name> = {},
) =>
  build.mutation<CallResult<EndpointCall>, CallArgument<EndpointCall>>({
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
