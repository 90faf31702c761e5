const service = 'payment';

export const startCheckout = {
  name: 'postorderdata',
  service,
  session: 'required',
  kind: 'command',
} as const;

export const getPaymentAttempts = {
  name: 'getpaymentattempts',
  service,
  session: 'required',
  kind: 'query',
} as const;

export const recheckPayment = {
  name: 'recheckpayment',
  service,
  session: 'required',
  kind: 'idempotent',
} as const;
