import type { Ledger } from './ledger.ts';
import { noChange, transitionOrder } from './transitions.ts';

/** Returns undefined unless the order is `reversed`. */
export function replaceOrder(ledger: Ledger): Ledger | undefined {
  const { ledger: after } = transitionOrder(noChange(ledger), 'replaced');
  return after === ledger ? undefined : after;
}

export const needsReplacement = ({ state }: Pick<Ledger['order'], 'state'>): boolean =>
  state === 'reversed' || state === 'replaced';
