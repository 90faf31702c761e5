import type { Attempt } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import { type Account, isGoingBack, isUndecided, wasTaken } from './account.ts';
import type { Difference, Kind } from './finding.ts';
import { stateHere, stateThere } from './words.ts';

/** What became of a payment's money, in both books. */
export function compareState({ payment, order, refunds }: Account, attempt: Attempt): Difference[] {
  const there = stateThere(payment);
  const here = stateHere(attempt);
  const kind = findKind(payment, attempt);
  const found: Difference[] = kind ? [{ kind, there, here }] : [];
  if (!kind && isUndecided(attempt)) found.push({ kind: 'under-way', there, here, open: true });
  if (refunds > 1) found.push({ kind: 'refund-doubled', there: `${refunds} refunds`, here });
  if (order && attempt.order_id !== order.order_id)
    found.push({ kind: 'other-order', there: order.order_id, here: attempt.order_id });
  return found;
}

/** Which of our states say the same as one of Razorpay's. */
const AGREEING: Readonly<Record<ListedPayment['status'], readonly Attempt['state'][]>> = {
  created: ['unknown', 'not_taken'],
  authorized: ['held'],
  captured: ['taken'],
  refunded: ['returning', 'returned'],
  charged_back: ['returning', 'returned'],
  failed: ['not_taken'],
};

function findKind({ status, amount_refunded }: ListedPayment, attempt: Attempt): Kind | undefined {
  if (attempt.set_aside) return undefined;
  const back = isGoingBack(attempt);
  // We give back whole payments, so a part is never right.
  if (status === 'captured' && amount_refunded > 0) return back ? 'refund-missing' : 'refunded-there';
  if (AGREEING[status].includes(attempt.state)) return undefined;
  if (status === 'captured') return back ? 'refund-missing' : 'captured-there';
  if (status === 'refunded' || status === 'charged_back') return 'refunded-there';
  return wasTaken(attempt) ? 'taken-here' : 'other-state';
}
