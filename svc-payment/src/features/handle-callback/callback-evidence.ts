import { createEvidence, type Evidence } from '../../domain/evidence.ts';
import type { Attempt } from '../../domain/ledger.ts';
import type { Callback } from './callback.ts';

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
    tells: 'came-back-failed',
    order_id: orderId,
    payment_id: paymentId,
    attempt_id,
    received: { code },
  });
}
