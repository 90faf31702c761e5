import { stringify } from 'csv-stringify/sync';
import { type Attempt, CURRENCY, type Refund } from '../../domain/ledger.ts';
import type { ListedPayment, TimeRange } from '../../razorpay/provider.ts';

export const DISCREPANCY_KINDS = {
  'missing-at-razorpay': 'Payments in the ledger that Razorpay does not have',
  'missing-in-ledger': 'Payments on orders of the portal that are not in the ledger',
  'unknown-order': 'Payments on orders that the portal did not create',
  'wrong-order': 'Payments that belong to another order in the ledger',
  'not-captured-in-ledger': 'Captured at Razorpay, not in the ledger',
  'not-captured-at-razorpay': 'Captured in the ledger, not at Razorpay',
  'not-refunded-in-ledger': 'Refunded at Razorpay, not in the ledger',
  'not-refunded-at-razorpay': 'Refunded in the ledger, not at Razorpay',
  'refunded-twice': 'Refunded more than once',
  'state-differs': 'State in the ledger differs from Razorpay’s',
  'amount-differs': 'Amounts differ',
  'currency-differs': 'Currencies differ',
  'order-unpaid-in-ledger': 'Orders paid at Razorpay that are unpaid in the ledger',
  'order-payment-refunded': 'Orders paid in the ledger whose payment was refunded',
  'paid-twice': 'Applications with two captured payments that are not refunded',
  'sum-differs': 'The captured sums differ',
  'in-progress': 'In progress on both sides',
} as const;
export type DiscrepancyKind = keyof typeof DISCREPANCY_KINDS;

/** `open`: still in progress, may resolve itself. */
export interface Discrepancy {
  readonly kind: DiscrepancyKind;
  readonly open: boolean;
  readonly application_id: string | null;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  /** Smallest units of the currency. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly provider: string;
  readonly ledger: string;
}

/** Without `open`, the payment's age decides. */
export type DiscrepancyDetails = Pick<Discrepancy, 'kind' | 'provider' | 'ledger'> &
  Partial<Pick<Discrepancy, 'open'>>;

/** A discrepancy of an order or application appears at each of its payments. */
export function deduplicate(discrepancies: readonly Discrepancy[]): Discrepancy[] {
  const seen = new Set<string>();
  return discrepancies.filter(({ kind, application_id, order_id, payment_id }) => {
    const subject =
      kind === 'paid-twice' ? application_id : kind === 'order-unpaid-in-ledger' ? order_id : payment_id;
    const key = `${kind} ${subject}`;
    return !seen.has(key) && seen.add(key);
  });
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: CURRENCY });

/** Takes the smallest units of the currency. */
export const formatMoney = (amount: number, currency: string = CURRENCY): string =>
  currency === CURRENCY ? rupees.format(amount / 100) : `${amount} of the smallest unit of ${currency}`;

export const REFUND_TEXTS: Readonly<Record<Refund['status'], string>> = {
  deciding: 'waits for a clerk’s decision on a refund',
  rejected: 'a clerk has rejected its refund',
  requested: 'its refund is not requested from Razorpay yet',
  pending: 'its refund is in progress',
  processed: 'its refund is complete',
  refused: 'Razorpay rejected its refund',
};

export const describeAttempt = ({ state, refund, set_aside }: Attempt): string =>
  [set_aside ? 'set aside' : state, ...(refund ? [REFUND_TEXTS[refund.status]] : [])].join(', ');

export function describePayment({ status, amount, amount_refunded, currency }: ListedPayment): string {
  const isPartial = status === 'captured' && amount_refunded > 0;
  return isPartial
    ? `captured, ${formatMoney(amount_refunded, currency)} of ${formatMoney(amount, currency)} refunded`
    : status.replace('_', ' ');
}

/** Paise. */
export interface Sum {
  payments: number;
  captured: number;
  refunded: number;
}

export interface Sums {
  readonly provider: Sum;
  readonly ledger: Sum;
}

export interface ReconciliationResult {
  readonly range: TimeRange;
  readonly sums: Sums;
  readonly discrepancies: readonly Discrepancy[];
}

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
  hour12: false,
});

export function createTextReport({ range, sums, discrepancies }: ReconciliationResult): string {
  const differences = discrepancies.filter(({ open }) => !open);
  const open = discrepancies.filter((discrepancy) => discrepancy.open);
  return [
    `Payments from ${timeFormat.format(range.from)} to ${timeFormat.format(range.to)} (Indian time)`,
    '',
    formatSums('at Razorpay', sums.provider),
    formatSums('in the ledger', sums.ledger),
    '',
    differences.length === 0 ? 'No difference.' : `Differences: ${differences.length}`,
    ...formatGroups(differences),
    ...(open.length === 0 ? [] : ['', `In progress, may still agree: ${open.length}`, ...formatGroups(open)]),
    '',
  ].join('\n');
}

const formatSums = (where: string, { payments, captured, refunded }: Sum): string =>
  `${where}: ${payments} captured, ${formatMoney(captured)}; refunded ${formatMoney(refunded)}; net ${formatMoney(captured - refunded)}`;

const formatGroups = (discrepancies: readonly Discrepancy[]): string[] =>
  (Object.keys(DISCREPANCY_KINDS) as DiscrepancyKind[]).flatMap((kind) => {
    const group = discrepancies.filter((discrepancy) => discrepancy.kind === kind);
    return group.length === 0
      ? []
      : ['', `${DISCREPANCY_KINDS[kind]} (${group.length})`, ...group.map(formatDiscrepancy)];
  });

function formatDiscrepancy({
  payment_id,
  order_id,
  application_id,
  amount,
  currency,
  provider,
  ledger,
}: Discrepancy): string {
  const subjectParts = [
    payment_id,
    order_id && `on ${order_id}`,
    application_id && `of ${application_id}`,
    amount !== null && payment_id && formatMoney(amount, currency ?? undefined),
  ];
  const subject = subjectParts.filter(Boolean).join(' ');
  return `  ${subject ? `${subject}: ` : ''}Razorpay has ‘${provider}’, the ledger has ‘${ledger}’.`;
}

const COLUMNS = [
  'verdict',
  'kind',
  'what',
  'application_id',
  'order_id',
  'payment_id',
  'amount',
  'currency',
  'at_razorpay',
  'in_ledger',
];

/** Amounts are in paise; differences precede open items. */
export const createCsvReport = ({ discrepancies }: ReconciliationResult): string =>
  stringify(
    discrepancies
      .toSorted((one, other) => Number(one.open) - Number(other.open))
      .map(({ open, provider, ledger, ...discrepancy }) => ({
        ...discrepancy,
        verdict: open ? 'open' : 'difference',
        what: DISCREPANCY_KINDS[discrepancy.kind],
        at_razorpay: provider,
        in_ledger: ledger,
      })),
    { header: true, columns: COLUMNS, escape_formulas: true },
  );
