import { DependencyUnavailable, dependencyUnavailable } from '@archaka/service-kit';
import * as z from 'zod';

/** Nothing was done at Razorpay. */
export class ProviderRejection extends Error {
  override readonly name = 'ProviderRejection';
}

/** The request may have taken effect. */
class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

export const isOutcomeUnknown = (error: unknown): boolean => Object(error).cause instanceof NoResponse;

const sdkErrorSchema = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().catch('UNKNOWN'), description: z.string().catch('') }),
});

const REJECTION_STATUSES = [400, 404, 422];
const NO_RESPONSE_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET'];

export function toFailure(thrown: unknown): ProviderRejection | DependencyUnavailable {
  if (thrown instanceof DependencyUnavailable || thrown instanceof ProviderRejection) return thrown;
  const { data } = sdkErrorSchema.safeParse(thrown);
  if (!data) return dependencyUnavailable('razorpay', thrown);
  const message = `${data.error.code}: ${data.error.description}`;
  if (REJECTION_STATUSES.includes(data.statusCode)) return new ProviderRejection(message);
  const ErrorClass = NO_RESPONSE_CODES.includes(data.error.code) ? NoResponse : Error;
  return dependencyUnavailable('razorpay', new ErrorClass(`${data.statusCode} ${message}`));
}
