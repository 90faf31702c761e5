import { z } from 'zod';
import type { OrderRecord } from '../ledger/ledger.ts';
import type { Simulator } from '../simulator.ts';

/** A host and port that a content security policy can contain unescaped. */
const HOST_PATTERN = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d+)?$/;

const urlSchema = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((url) => HOST_PATTERN.test(new URL(url).host));

/** Fields of the merchant's form: https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted */
const requestSchema = z.object({
  key_id: z.string(),
  order_id: z.string(),
  amount: z.string().regex(/^\d{1,12}$/),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(500).default(''),
  'prefill[contact]': z.union([z.literal(''), z.string().regex(/^\+?\d[\d ()-]{5,20}$/)]).default(''),
  callback_url: urlSchema,
  cancel_url: z.union([z.literal(''), urlSchema]).default(''),
});

export type CheckoutRequest = z.output<typeof requestSchema>;

/** Why a checkout cannot be shown, as a message for the payer. */
export class CheckoutError extends Error {}

/** The request and its order. @throws CheckoutError when there is nothing to pay */
export function readRequest(
  simulator: Simulator,
  form: unknown,
): { request: CheckoutRequest; order: OrderRecord } {
  const parsed = requestSchema.safeParse(form ?? {});
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'form');
    throw new CheckoutError(`The merchant's page sent a wrong or no ${field}.`);
  }
  const request = parsed.data;
  if (request.key_id !== simulator.keys.id) throw new CheckoutError('The key_id is not known here.');
  const order = simulator.ledger.findOrder(request.order_id);
  if (order === undefined) throw new CheckoutError('There is no such order.');
  if (Number(request.amount) !== order.order.amount) {
    throw new CheckoutError('The amount is not the amount of the order.');
  }
  return { request, order };
}
