import type { CallDefinition } from '../call.ts';

const service = 'payment';

export const startCheckout = {
  name: 'postorderdata',
  service,
  session: 'required',
  kind: 'command',
} as const satisfies CallDefinition;

export const getPaymentAttempts = {
  name: 'getpaymentattempts',
  service,
  session: 'required',
  kind: 'query',
} as const satisfies CallDefinition;

export const recheckPayment = {
  name: 'recheckpayment',
  service,
  session: 'required',
  kind: 'idempotent',
} as const satisfies CallDefinition;
