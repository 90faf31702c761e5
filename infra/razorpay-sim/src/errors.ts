import type { ZodError } from 'zod';
import type { PaymentError } from './entities.ts';

export type ErrorBody = {
  error: {
    code: string;
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    field?: string;
  };
};

/** A rejection in Razorpay's format: https://razorpay.com/docs/errors */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, error: { description: string } & Partial<ErrorBody['error']>) {
    super(error.description);
    this.status = status;
    this.body = {
      error: {
        code: 'BAD_REQUEST_ERROR',
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
        ...error,
      },
    };
  }
}

export function badRequest(description: string, field?: string): ProviderError {
  return new ProviderError(400, field === undefined ? { description } : { description, field });
}

export function unknownId(): ProviderError {
  return badRequest('The id provided does not exist');
}

export function unknownAddress(): ProviderError {
  return new ProviderError(404, { description: 'The requested URL was not found on the server.' });
}

export function notAuthenticated(): ProviderError {
  return new ProviderError(401, {
    description: 'Authentication failed',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  });
}

/** https://razorpay.com/docs/api/refunds/normal-refunds-idempotent */
export function keyAlreadyUsed(): ProviderError {
  return new ProviderError(409, {
    description: 'Different request with the same idempotency key has already been processed.',
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  });
}

export function serverDown(): ProviderError {
  return new ProviderError(503, {
    code: 'SERVER_ERROR',
    description:
      'We are facing some trouble completing your request at the moment. Please try again shortly.',
    source: 'internal',
    reason: 'server_error',
  });
}

/** The first error of a request, in Razorpay's format. */
export function toValidationError(error: ZodError): ProviderError {
  const issue = error.issues[0];
  if (issue === undefined) return badRequest('The request is invalid.');
  if (issue.code === 'unrecognized_keys') {
    return new ProviderError(400, {
      description: `${issue.keys.join(', ')} is/are not required and should not be sent`,
      reason: 'extra_field_sent',
    });
  }
  const field = issue.path.join('.');
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return badRequest(`The ${field} field is required.`, field);
  }
  return badRequest(issue.message, field);
}

const createFailure = (
  error_reason: string,
  error_description: string,
  [error_source, error_step]: [source: string, step: string],
): PaymentError => ({
  error_code: 'BAD_REQUEST_ERROR',
  error_description,
  error_source,
  error_step,
  error_reason,
});

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
