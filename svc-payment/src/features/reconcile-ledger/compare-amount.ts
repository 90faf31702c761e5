import type { Attempt, Order } from '../../domain/ledger.ts';
import type { ListedPayment } from '../../razorpay/entities.ts';
import type { DiscrepancyDetails } from './discrepancy.ts';
import { formatMoney } from './format-money.ts';

export function compareAmount(
  { amount, currency }: ListedPayment,
  order: Order,
  attempt: Attempt | undefined,
): DiscrepancyDetails[] {
  if (currency !== order.currency) return [{ kind: 'currency', provider: currency, ledger: order.currency }];
  const ledger = [order.amount, attempt?.amount].find((own) => own !== undefined && own !== amount);
  return ledger === undefined
    ? []
    : [{ kind: 'amount', provider: formatMoney(amount), ledger: formatMoney(ledger) }];
}
