import { applicationCalls } from './application/calls.ts';
import { auditCalls } from './audit/calls.ts';
import { auditHeadCalls } from './audit/head-calls.ts';
import { authCalls } from './auth/calls.ts';
import type { Call } from './call.ts';
import { exportTicketData } from './my-data/export-calls.ts';
import { paymentCalls } from './payment/calls.ts';

export const calls: readonly Call[] = [
  ...authCalls,
  ...applicationCalls,
  ...paymentCalls,
  ...auditCalls,
  ...auditHeadCalls.flatMap(({ store, list }) => [store, list]),
  exportTicketData,
];
