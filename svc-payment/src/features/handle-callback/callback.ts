import * as z from 'zod';
import { createEvidence, type Evidence, toFailureKind } from '../../domain/evidence.ts';
import type { Attempt } from '../../domain/ledger.ts';

export type Callback =
  | {
      readonly kind: 'paid';
      readonly orderId: string;
      readonly paymentId: string;
      readonly signature: string;
    }
  | {
      readonly kind: 'failed';
      readonly orderId: string;
      readonly paymentId: string | null;
      readonly code: string;
    };

const id = z.string().min(1).max(100);
const paid = z.object({
  razorpay_order_id: id,
  razorpay_payment_id: id,
  razorpay_signature: z.string().max(200).default(''),
});
const failed = z.object({
  'error[code]': z.string().max(100).default(''),
  'error[reason]': z.string().max(100).default(''),
  'error[metadata]': z.string().max(1000).default(''),
  'error[metadata][order_id]': id.optional(),
  'error[metadata][payment_id]': id.optional(),
});
const metadata = z.object({ order_id: id, payment_id: id.nullish() });

/** A failure has its ids in its metadata, as JSON text or as fields: https://razorpay.com/docs/errors */
export function readCallback(form: unknown): Callback | undefined {
  const success = paid.safeParse(form).data;
  if (success) {
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = success;
    return {
      kind: 'paid',
      orderId: razorpay_order_id,
      paymentId: razorpay_payment_id,
      signature: razorpay_signature,
    };
  }
  const failure = failed.safeParse(form).data;
  const ids = failure && metadata.safeParse(readIds(failure)).data;
  if (!ids) return undefined;
  const code = failure['error[reason]'] || failure['error[code]'];
  return { kind: 'failed', orderId: ids.order_id, paymentId: ids.payment_id ?? null, code };
}

function readIds(failure: z.infer<typeof failed>): unknown {
  const order_id = failure['error[metadata][order_id]'];
  if (order_id) return { order_id, payment_id: failure['error[metadata][payment_id]'] };
  try {
    return JSON.parse(failure['error[metadata]']);
  } catch {
    return undefined;
  }
}

type PaidCallback = Extract<Callback, { kind: 'paid' }>;
export type FailedCallback = Extract<Callback, { kind: 'failed' }>;

export const paidCallbackEvidence = ({ orderId, paymentId, signature }: PaidCallback): Evidence =>
  createEvidence({
    key: `callback:${paymentId}`,
    source: 'callback',
    tells: 'came-back-paid',
    order_id: orderId,
    payment_id: paymentId,
    received: { signature },
  });

/** A failure is unsigned, so each checkout visit stores at most one, for any payment it names. */
export function failedCallbackEvidence(
  { orderId, paymentId, code }: FailedCallback,
  attempt: Attempt | undefined,
): Evidence {
  const { id: attempt_id = null, leavings: checkoutVisits = 0 } = attempt ?? {};
  return createEvidence({
    key: `callback:${attempt_id ?? orderId}:${checkoutVisits}`,
    source: 'callback',
    tells: toFailureKind('came-back-failed', code),
    order_id: orderId,
    payment_id: paymentId,
    attempt_id,
    received: { code },
  });
}
