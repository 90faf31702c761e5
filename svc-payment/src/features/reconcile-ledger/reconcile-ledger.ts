import { type Attempt, CURRENCY } from '../../domain/ledger.ts';
import type { ListedPayment, ProviderRecords, TimeRange } from '../../razorpay/provider.ts';
import type { Parts } from '../parts.ts';
import {
  compareItem,
  findMatchingAttempt,
  isInProgress,
  isRefunded,
  type ReconciliationItem,
  toMissingDiscrepancy,
  wasCaptured,
} from './compare-payment.ts';
import {
  type Discrepancy,
  deduplicate,
  formatMoney,
  type ReconciliationResult,
  type Sum,
  type Sums,
} from './reports.ts';

interface ReconcileParts extends Pick<Parts, 'orders' | 'attempts'> {
  readonly provider: Pick<Parts['provider'], 'findPayment'>;
  readonly records: ProviderRecords;
}

/** Day by day, and reads only. @throws DependencyUnavailable when Razorpay or the database does not answer */
export async function reconcileLedger(
  parts: ReconcileParts,
  range: TimeRange,
  now: Date,
): Promise<ReconciliationResult> {
  const sums = createSums();
  const discrepancies: Discrepancy[] = [];
  const chargedBack = await parts.records.findChargedBackIds();
  for (const day of splitIntoDays(range)) {
    const seen = new Set<string>();
    for await (const page of parts.records.listPayments(day)) {
      const unseen = page.filter(({ id }) => !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      for await (const item of readItems(parts, unseen, chargedBack)) {
        discrepancies.push(...compareItem(item, now));
        if (!isInProgress(item, now)) addPayment(sums, item);
      }
    }
    for await (const attempt of findMissingPayments(parts, day, seen)) {
      discrepancies.push(toMissingDiscrepancy(attempt));
      addAttempt(sums.ledger, attempt);
    }
  }
  return { range, sums, discrepancies: deduplicate([...discrepancies, ...compareSums(sums)]) };
}

const DAY_MS = 86_400_000;

/** Bounds the payments in memory to those of one day. */
export function* splitIntoDays({ from: start, to: end }: TimeRange): Generator<TimeRange> {
  for (let at = start.getTime(); at <= end.getTime(); at += DAY_MS) {
    yield { from: new Date(at), to: new Date(Math.min(at + DAY_MS - 1, end.getTime())) };
  }
}

async function* readItems(
  { orders, attempts, records }: ReconcileParts,
  page: readonly ListedPayment[],
  chargedBack: ReadonlySet<string>,
): AsyncGenerator<ReconciliationItem> {
  const ownOrders = await orders.findByIds(distinct(page.flatMap(({ order_id }) => order_id ?? [])));
  const applicationIds = distinct(ownOrders.map(({ application_id }) => application_id));
  const ownAttempts = await attempts.findByApplications(applicationIds);
  for (const payment of page) {
    // Razorpay lists a charged-back payment as captured.
    const isChargedBack = payment.status === 'captured' && chargedBack.has(payment.id);
    const order = ownOrders.find(({ order_id }) => order_id === payment.order_id);
    const refunds = payment.amount_refunded > 0 ? await records.listRefunds(payment.id) : [];
    yield {
      payment: isChargedBack ? { ...payment, status: 'charged_back' } : payment,
      order,
      attempts: ownAttempts.filter(
        ({ application_id, purpose }) =>
          application_id === order?.application_id && purpose === order.purpose,
      ),
      refunds: refunds.filter(({ status }) => status !== 'failed').length,
    };
  }
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** A payment that crossed midnight is on no page of the day, so each one is fetched. */
async function* findMissingPayments(
  { attempts, provider }: ReconcileParts,
  day: TimeRange,
  seen: ReadonlySet<string>,
): AsyncGenerator<Attempt> {
  for await (const attempt of attempts.streamOpenedBetween(day)) {
    const { payment_id } = attempt;
    if (payment_id === null || seen.has(payment_id)) continue;
    if (!(await provider.findPayment(payment_id))) yield attempt;
  }
}

const createSum = (): Sum => ({ payments: 0, captured: 0, refunded: 0 });
export const createSums = (): Sums => ({ provider: createSum(), ledger: createSum() });

function add(sum: Sum, captured: number, refunded: number): void {
  sum.payments += 1;
  sum.captured += captured;
  sum.refunded += refunded;
}

export function addPayment({ provider, ledger }: Sums, item: ReconciliationItem): void {
  const { status, amount, amount_refunded, currency } = item.payment;
  if (currency === CURRENCY && status === 'captured') add(provider, amount, amount_refunded);
  if (currency === CURRENCY && (status === 'refunded' || status === 'charged_back'))
    add(provider, amount, amount);
  const attempt = findMatchingAttempt(item);
  if (attempt) addAttempt(ledger, attempt);
}

export function addAttempt(ledger: Sum, attempt: Attempt): void {
  if (wasCaptured(attempt)) add(ledger, attempt.amount, isRefunded(attempt) ? attempt.amount : 0);
}

export const compareSums = ({ provider, ledger }: Sums): Discrepancy[] =>
  provider.captured === ledger.captured
    ? []
    : [
        {
          kind: 'sum-differs',
          open: false,
          application_id: null,
          order_id: null,
          payment_id: null,
          amount: provider.captured - ledger.captured,
          currency: CURRENCY,
          provider: formatMoney(provider.captured),
          ledger: formatMoney(ledger.captured),
        },
      ];
