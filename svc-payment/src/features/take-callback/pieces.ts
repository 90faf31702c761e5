import { type Evidence, evidence } from '../../domain/evidence.ts';
import type { Attempt } from '../../domain/ledger.ts';
import type { Callback } from './callback.ts';

type Paid = Extract<Callback, { kind: 'paid' }>;
export type Failed = Extract<Callback, { kind: 'failed' }>;

export const cameBackPaid = ({ order_id, payment_id, signature }: Paid): Evidence =>
  evidence({
    key: `callback:${payment_id}`,
    source: 'callback',
    tells: 'came-back-paid',
    order_id,
    payment_id,
    received: { signature },
  });

/** Nobody signs a failure, so there is at most one for each leaving, whatever payment it names. */
export function cameBackFailed({ order_id, payment_id, code }: Failed, left: Attempt | undefined): Evidence {
  const { id: attempt_id = null, leavings = 0 } = left ?? {};
  return evidence({
    key: `callback:${attempt_id ?? order_id}:${leavings}`,
    source: 'callback',
    tells: 'came-back-failed',
    order_id,
    payment_id,
    attempt_id,
    received: { code },
  });
}
