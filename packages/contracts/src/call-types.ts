import type * as z from 'zod';
import type { CallDefinition } from './call.ts';
import type { PublishedCall } from './call-list.ts';

type WithSchemas<Definition extends CallDefinition> = Extract<
  PublishedCall,
  { readonly name: Definition['name'] }
>;

/** The body of a call's request. */
export type CallRequest<Definition extends CallDefinition> = z.input<WithSchemas<Definition>['request']>;

/** The body of a call's response. */
export type CallAnswer<Definition extends CallDefinition> = z.output<
  WithSchemas<Definition>['response']['body']
>;
