import { PartDown, partDown } from '@archaka/service-kit';
import * as z from 'zod';

/** Razorpay understood the request and will not do it. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** The request may or may not have been understood and done. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Whether a failed command may have been done all the same, and may still be being done. */
export const mayBeDone = (error: unknown): boolean => Object(error).cause instanceof NoAnswer;

const sdkFailure = z.object({
  statusCode: z.number(),
  error: z.object({ code: z.string().catch('UNKNOWN'), description: z.string().catch('') }),
});

const REFUSALS = [400, 404, 422];
const UNANSWERED = ['ECONNABORTED', 'ETIMEDOUT', 'ECONNRESET'];

/** What the SDK threw, as a refusal by the provider or as the provider being down. */
export function failureOf(thrown: unknown): ProviderRefused | PartDown {
  if (thrown instanceof PartDown || thrown instanceof ProviderRefused) return thrown;
  const { data } = sdkFailure.safeParse(thrown);
  if (!data) return partDown('razorpay', thrown);
  const message = `${data.error.code}: ${data.error.description}`;
  if (REFUSALS.includes(data.statusCode)) return new ProviderRefused(message);
  const Kind = UNANSWERED.includes(data.error.code) ? NoAnswer : Error;
  return partDown('razorpay', new Kind(`${data.statusCode} ${message}`));
}
