import { DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit';
import * as z from 'zod';

/** Razorpay understood the request and will not do it. */
export class ProviderRejection extends Error {
  override readonly name = 'ProviderRejection';
}

/** The request may or may not have been understood and done. */
class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** Whether a failed command may have been done all the same, and may still be being done. */
export const isOutcomeUnknown = (error: unknown): boolean => Object(error).cause instanceof NoResponse;

const sdkErrorSchema = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().catch('UNKNOWN'), description: z.string().catch('') }),
});

const REJECTION_STATUSES = [400, 404, 422];
const NO_RESPONSE_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET'];

/** What the SDK threw, as a refusal by the provider or as the provider being down. */
export function toFailure(thrown: unknown): ProviderRejection | DependencyUnavailable {
  if (thrown instanceof DependencyUnavailable || thrown instanceof ProviderRejection) return thrown;
  const { data } = sdkErrorSchema.safeParse(thrown);
  if (!data) return dependencyUnavailable('razorpay', thrown);
  const message = `${data.error.code}: ${data.error.description}`;
  if (REJECTION_STATUSES.includes(data.statusCode)) return new ProviderRejection(message);
  const ErrorClass = NO_RESPONSE_CODES.includes(data.error.code) ? NoResponse : Error;
  return dependencyUnavailable('razorpay', new ErrorClass(`${data.statusCode} ${message}`));
}
