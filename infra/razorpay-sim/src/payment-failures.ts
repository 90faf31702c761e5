import type { PaymentError } from './entities.ts';

const createFailure = (
  error_reason: string,
  error_description: string,
  [error_source, error_step]: [source: string, step: string],
  error_code = 'BAD_REQUEST_ERROR',
): PaymentError => ({ error_code, error_description, error_source, error_step, error_reason });

export const declined = createFailure(
  'payment_failed',
  'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
  ['bank', 'payment_authorization'],
);
export const upiFailed = createFailure('payment_failed', 'Payment failed', ['gateway', 'payment_response']);
/** https://razorpay.com/docs/payments/payment-gateway/s2s-integration/payment-methods/upi/error-codes */
export const upiDeclined = createFailure(
  'payment_cancelled',
  'You may have cancelled the payment or there was a delay in response from the UPI app.',
  ['customer', 'payment_authentication'],
);
/** Reason of https://razorpay.com/docs/errors/payments/list, since UPI Collect ended on 28 February 2026. */
export const collectNotEnabled = createFailure(
  'upi_collect_not_enabled',
  'UPI collect transactions are not enabled for the merchant',
  ['business', 'payment_initiation'],
);
export const timedOut = createFailure(
  'payment_timed_out',
  'Your payment could not be completed due to a temporary issue. Try again later.',
  ['customer', 'payment_authentication'],
);
export const insufficientFunds = createFailure(
  'insufficient_fund',
  'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
  ['issuer_bank', 'payment_authorization'],
);
export const cancelled = createFailure(
  'payment_cancelled',
  'Your payment has been cancelled. Try again or complete the payment later.',
  ['customer', 'payment_authentication'],
);
export const cardDeclined = createFailure(
  'card_declined',
  'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
  ['issuer_bank', 'payment_authorization'],
);
export const gatewayError = createFailure(
  'gateway_technical_error',
  'Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.',
  ['gateway', 'payment_authorization'],
  'GATEWAY_ERROR',
);
export const notAuthenticated = createFailure(
  'authentication_failed',
  'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
  ['customer', 'payment_authentication'],
  'GATEWAY_ERROR',
);
