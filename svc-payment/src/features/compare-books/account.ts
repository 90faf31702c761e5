import { isAlive, TAKEN } from '../../domain/attempt-states.ts';
import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';

/** A payment at Razorpay beside all that our books have on its application. */
export interface Account {
  readonly payment: ListedPayment;
  /** The order it is on; undefined when that is not ours. */
  readonly order: Order | undefined;
  /** Of all orders of the application. */
  readonly attempts: readonly Attempt[];
  /** How many refunds of it there are at Razorpay, without those that failed. */
  readonly refunds: number;
}

export const findOwn = ({ payment, attempts }: Account): Attempt | undefined =>
  attempts.find(({ payment_id }) => payment_id === payment.id);

/** The money is with us and nothing of it has gone back. */
export const isKept = ({ status, amount_refunded }: ListedPayment): boolean =>
  status === 'captured' && amount_refunded === 0;

/** Our books say that the money came, whatever became of it. */
export const wasTaken = ({ state, set_aside }: Attempt): boolean => !set_aside && TAKEN.includes(state);

const GOING_BACK: readonly Attempt['state'][] = ['returning', 'returned'];

/** Our books say that the money is on its way back, or there. */
export const isGoingBack = ({ state }: Attempt): boolean => GOING_BACK.includes(state);

/** Our books do not say yet what became of it. */
export const isUndecided = ({ state, set_aside }: Attempt): boolean => !set_aside && isAlive(state);

/** Younger payments may still be on their way into our books. */
const YOUNG_MS = 5 * 60_000;

/** A young payment of which our books do not say yet what became of it. */
export function isUnderWay(account: Account, now: Date): boolean {
  const attempt = findOwn(account);
  const young = now.getTime() - account.payment.created_at.getTime() < YOUNG_MS;
  return young && (!attempt || isUndecided(attempt));
}
