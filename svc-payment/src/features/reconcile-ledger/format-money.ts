import { CURRENCY } from '../../domain/ledger.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** Rupees and paise as people write them; other currencies in their smallest units. */
export const formatMoney = (amount: number, currency: string = CURRENCY): string =>
  currency === CURRENCY ? rupees.format(amount / 100) : `${amount} of the smallest unit of ${currency}`;
