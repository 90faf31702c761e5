import type { Ledger } from './ledger.ts';
import { noChange, transitionOrder } from './transitions.ts';

/** The order gives way to a new one; undefined when its money has not gone back, or it gave way before. */
export function replaceOrder(ledger: Ledger): Ledger | undefined {
  const { ledger: after } = transitionOrder(noChange(ledger), 'replaced');
  return after === ledger ? undefined : after;
}

/** The application is to be paid by another order than this one. */
export const needsReplacement = ({ state }: Pick<Ledger['order'], 'state'>): boolean =>
  state === 'reversed' || state === 'replaced';
