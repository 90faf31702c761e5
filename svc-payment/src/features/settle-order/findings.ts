import { type Evidence, evidence, type Source } from '../../domain/evidence.ts';
import { findByPayment, findUnfilled, type Ledger } from '../../domain/ledger.ts';
import type { Settlement } from '../../domain/moves.ts';
import type { Look } from './look-at-order.ts';

/** What a look adds to the evidence. The same finding has the same key, however often it is made. */
export function findings({ ledger, mismatches }: Settlement, look: Look, source: Source): Evidence[] {
  const { order_id } = ledger.order;
  const misfits = mismatches.map((mismatch) =>
    evidence({
      key: `mismatch:${order_id}:${mismatch.payment_id}`,
      source,
      tells: 'mismatch',
      order_id,
      payment_id: mismatch.payment_id,
      received: { ...mismatch },
    }),
  );
  const found = [...misfits, ...leftToClerk(ledger)];
  return source === 'poll' || source === 'cancel' ? [...polled(ledger, look), ...found] : found;
}

const leftToClerk = ({ order: { order_id }, attempts }: Ledger): Evidence[] =>
  attempts
    .filter(({ refund }) => refund?.status === 'deciding')
    .map(({ payment_id }) =>
      evidence({
        key: `refund:${payment_id}:deciding`,
        source: 'refund',
        tells: 'refund-deciding',
        order_id,
        payment_id,
      }),
    );

function polled(ledger: Ledger, look: Look): Evidence[] {
  const { order_id } = ledger.order;
  const seen = look.payments
    .filter(({ id }) => findByPayment(ledger, id)?.set_aside === false)
    .map(({ id, status, amount, currency, method, error }) =>
      evidence({
        key: `poll:${id}:${status}`,
        source: 'poll',
        tells: status,
        order_id,
        payment_id: id,
        received: { status, amount, currency, method, error },
      }),
    );
  const unfilled = look.whole ? findUnfilled(ledger) : undefined;
  if (!unfilled) return seen;
  const { id: attempt_id, leavings } = unfilled;
  return [
    ...seen,
    evidence({ key: `poll:${attempt_id}:${leavings}`, source: 'poll', tells: 'none', order_id, attempt_id }),
  ];
}
