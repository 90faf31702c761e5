import type * as z from 'zod';
import { caseCalls } from './application/case-schemas.ts';
import { applicationCalls } from './application/schemas.ts';
import { auditCalls, auditHeadCalls } from './audit/schemas.ts';
import { authCalls } from './auth/schemas.ts';
import type { Call, CallDefinition } from './call.ts';
import { batchCalls } from './desk/batches.ts';
import { deskCalls } from './desk/schemas.ts';
import { exportDeskData, exportTicketData } from './my-data/export-calls.ts';
import { paymentCalls } from './payment/schemas.ts';
import { hallCalls } from './ticket/halls.ts';

const typedCalls = [
  ...deskCalls,
  ...batchCalls,
  ...authCalls,
  ...applicationCalls,
  ...caseCalls,
  ...paymentCalls,
  ...auditCalls,
  ...auditHeadCalls.flatMap(({ store, list }) => [store, list]),
  exportTicketData,
  exportDeskData,
  ...hallCalls,
];
type PublishedCall = (typeof typedCalls)[number];

export const calls: readonly Call[] = typedCalls;

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
