import { CURRENCY } from '../../domain/ledger.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** Takes the smallest units of the currency. */
export const formatMoney = (amount: number, currency: string = CURRENCY): string =>
  currency === CURRENCY ? rupees.format(amount / 100) : `${amount} of the smallest unit of ${currency}`;
