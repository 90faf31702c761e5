import { caseCalls } from './application/case-schemas.ts';
import { applicationCalls } from './application/schemas.ts';
import { auditHeadCalls } from './audit/head-calls.ts';
import { auditCalls } from './audit/schemas.ts';
import { authCalls } from './auth/schemas.ts';
import type { Call } from './call.ts';
import { deskCalls } from './desk/schemas.ts';
import { exportTicketData } from './my-data/export-calls.ts';
import { paymentCalls } from './payment/schemas.ts';

const typedCalls = [
  ...deskCalls,
  ...authCalls,
  ...applicationCalls,
  ...caseCalls,
  ...paymentCalls,
  ...auditCalls,
  ...auditHeadCalls.flatMap(({ store, list }) => [store, list]),
  exportTicketData,
];
export type PublishedCall = (typeof typedCalls)[number];

export const calls: readonly Call[] = typedCalls;
