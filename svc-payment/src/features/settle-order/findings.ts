import { type Evidence, evidence, type Source } from '../../domain/evidence.ts';
import { findByPayment, findUnfilled, type Ledger } from '../../domain/ledger.ts';
import type { Settlement } from '../../domain/moves.ts';
import type { Look } from './look-at-order.ts';

export interface Looked {
  readonly look: Look;
  readonly source: Source;
  /** Payments that the evidence told of; others that the look shows are evidence of their own. */
  readonly told?: ReadonlySet<string | null> | undefined;
}

/** What a look adds to the evidence. The same finding has the same key, however often it is made. */
export function findings(
  { ledger, mismatches }: Settlement,
  { look, source, told = NONE }: Looked,
): Evidence[] {
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
  if (!look.whole) return found;
  const isPoll = source === 'poll' || source === 'cancel';
  return [...polled(ledger, look, isPoll ? NONE : told), ...(isPoll ? unfilled(ledger) : []), ...found];
}

const NONE: ReadonlySet<string | null> = new Set();

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

function polled(ledger: Ledger, look: Look, told: ReadonlySet<string | null>): Evidence[] {
  const { order_id } = ledger.order;
  return look.payments
    .filter(({ id }) => !told.has(id) && findByPayment(ledger, id)?.set_aside === false)
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
}

function unfilled(ledger: Ledger): Evidence[] {
  const { order_id } = ledger.order;
  const attempt = findUnfilled(ledger);
  if (!attempt) return [];
  const { id: attempt_id, leavings } = attempt;
  const key = `poll:${attempt_id}:${leavings}`;
  return [evidence({ key, source: 'poll', tells: 'none', order_id, attempt_id })];
}
