import type { Evidence } from '../../domain/evidence.ts';
import type { Mismatch } from '../../domain/mismatch.ts';
import type { ProviderPayment } from '../../domain/provider-payment.ts';
import { webhookSchema } from '../handle-webhook/webhook.ts';

const FIELDS = ['amount', 'currency'] as const;

/** The first thing that never changes in which a webhook's payment is not what Razorpay shows of it, if any. */
export function findContradiction(
  { received }: Pick<Evidence, 'received'>,
  payment: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>,
): Mismatch | undefined {
  const reported = webhookSchema.safeParse(received).data?.payload.payment?.entity;
  if (reported?.id !== payment.id) return undefined;
  const field = FIELDS.find((name) => (reported[name] ?? payment[name]) !== payment[name]);
  return field && { payment_id: payment.id, field, expected: payment[field], found: reported[field] ?? null };
}
