import type { Call } from '@archaka/contracts';
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import type * as z from 'zod';
import type { PortalQuery } from './portal-api.ts';
import type { CallOptions } from './portal-query.ts';

type RequestOf<Asked extends Call> = z.input<Asked['request']>;
type AnswerOf<Asked extends Call> = z.output<Asked['answer']['body']>;
/** A call that needs nothing may be asked with nothing. */
type ArgumentOf<Asked extends Call> =
  Record<never, never> extends RequestOf<Asked> ? RequestOf<Asked> | undefined : RequestOf<Asked>;

type QueryExtras<Asked extends Call, Tag extends string, Name extends string> = CallOptions &
  Pick<
    QueryDefinition<ArgumentOf<Asked>, PortalQuery, Tag, AnswerOf<Asked>, Name>,
    'providesTags' | 'keepUnusedDataFor'
  >;
type MutationExtras<Asked extends Call, Tag extends string, Name extends string> = CallOptions &
  Pick<MutationDefinition<ArgumentOf<Asked>, PortalQuery, Tag, AnswerOf<Asked>, Name>, 'invalidatesTags'>;

/** An endpoint that reads: its argument and answer are those of the contracts' call. */
export const callQuery = <Asked extends Call, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: Asked,
  { quiet, background, ...extras }: QueryExtras<Asked, Tag, Name> = {},
) =>
  build.query<AnswerOf<Asked>, ArgumentOf<Asked>>({
    query: (body) => ({ call, body, ...options({ quiet, background }) }),
    ...extras,
  });

/** An endpoint that changes something: its argument and answer are those of the contracts' call. */
export const callMutation = <Asked extends Call, Tag extends string, Name extends string>(
  build: EndpointBuilder<PortalQuery, Tag, Name>,
  call: Asked,
  { quiet, background, ...extras }: MutationExtras<Asked, Tag, Name> = {},
) =>
  build.mutation<AnswerOf<Asked>, ArgumentOf<Asked>>({
    query: (body) => ({ call, body, ...options({ quiet, background }) }),
    ...extras,
  });

const options = ({
  quiet = false,
  background = false,
}: {
  quiet?: boolean | undefined;
  background?: boolean | undefined;
}) => ({
  quiet,
  background,
});
