import {
  type ReconciledDay,
  reconcileDay,
  type SettlementDifference,
  type SettlementDifferenceKind,
  type SettlementSum,
} from '@archaka/contracts';
import { handleCall, ok, toPages } from '@archaka/service-kit';
import type { Attempt } from '../../domain/ledger.ts';
import type { ProviderRecords, SettledEntity } from '../../razorpay/provider.ts';
import type { Parts } from '../parts.ts';
import { toCalendarDay } from '../read-settlements.ts';
import { isRefunded, wasCaptured } from './compare-payment.ts';

interface DayParts extends Pick<Parts, 'attempts' | 'evidence'> {
  readonly records: Pick<ProviderRecords, 'listSettled'>;
}

const DAY_MS = 86_400_000;
/** Razorpay pays out within three working days. */
const SETTLED_WITHIN_MS = 7 * DAY_MS;
const MAX_LISTED = 500;
/** Payments whose settlements are searched together. */
const BATCH_SIZE = 500;

const createSum = () => ({ count: 0, amount: 0 });
type Sum = ReturnType<typeof createSum>;

function add(sum: Sum, amount: number): void {
  sum.count += 1;
  sum.amount += amount;
}

class Differences {
  readonly listed: SettlementDifference[] = [];
  more = 0;

  add(difference: SettlementDifference): void {
    if (this.listed.length < MAX_LISTED) this.listed.push(difference);
    else this.more += 1;
  }
}

/** The line as the ledger expects it, in paise without fees, and what differs if the line is another. */
function compareLine(
  { type }: SettledEntity,
  attempt: Attempt | undefined,
): { readonly expected: number; readonly kind: SettlementDifferenceKind } {
  if (type === 'payment') {
    if (!attempt) return { expected: 0, kind: 'unknown-payment' };
    if (!wasCaptured(attempt)) return { expected: 0, kind: 'not-captured' };
    return { expected: attempt.amount, kind: 'amount-differs' };
  }
  const isExpected =
    attempt && isRefunded(attempt) && (type === 'refund' || (type === 'adjustment' && !attempt.refund));
  if (isExpected) return { expected: -attempt.amount, kind: 'amount-differs' };
  return { expected: 0, kind: type === 'refund' ? 'unknown-refund' : 'other-line' };
}

const createSettlement = (id: string, { settlement_utr, settled_at }: SettledEntity): SettlementSum => ({
  settlement_id: id,
  utr: settlement_utr ?? null,
  at: settled_at ? new Date(settled_at * 1000).toISOString() : null,
  payments: createSum(),
  refunds: createSum(),
  others: createSum(),
  fees: 0,
  net: 0,
});

function addLine(sums: SettlementSum, { type, fee }: SettledEntity, amount: number): void {
  if (type === 'payment') add(sums.payments, amount);
  else if (type === 'refund') add(sums.refunds, -amount);
  else add(sums.others, amount);
  sums.fees += fee;
  sums.net += amount - fee;
}

/** The lines of the day's settlements, each once. @throws DependencyUnavailable */
async function* readLines({ records }: DayParts, day: string): AsyncGenerator<SettledEntity[]> {
  const seen = new Set<string>();
  for await (const page of records.listSettled(toCalendarDay(day))) {
    const unseen = page.filter(({ settlement_id, entity_id }) => settlement_id && !seen.has(entity_id));
    for (const { entity_id } of unseen) seen.add(entity_id);
    yield unseen;
  }
}

async function compareSettlements(parts: DayParts, day: string, differences: Differences) {
  const settlements = new Map<string, SettlementSum>();
  const ledger = { captured: 0, refunded: 0, differing: 0 };
  for await (const lines of readLines(parts, day)) {
    const paymentIds = lines.map(({ type, entity_id, payment_id }) =>
      type === 'payment' ? entity_id : payment_id,
    );
    const attempts = await Promise.all(paymentIds.map((id) => id && parts.attempts.findByPayment(id)));
    for (const [index, line] of lines.entries()) {
      const id = line.settlement_id ?? '';
      const sums = settlements.get(id) ?? createSettlement(id, line);
      settlements.set(id, sums);
      const settled = line.credit - line.debit + line.fee;
      addLine(sums, line, settled);
      const attempt = attempts[index] || undefined;
      const { expected, kind } = compareLine(line, attempt);
      if (expected > 0) ledger.captured += expected;
      else ledger.refunded -= expected;
      if (settled === expected) continue;
      ledger.differing += settled - expected;
      differences.add({
        kind,
        application_id: attempt?.application_id ?? null,
        order_id: attempt?.order_id ?? line.order_id ?? null,
        payment_id: paymentIds[index] ?? line.entity_id,
        settled,
        in_ledger: expected,
      });
    }
  }
  return { settlements: [...settlements.values()], in_ledger: ledger };
}

/** Payments that began on the day, and whether any settlement has them. */
async function readBegun({ attempts, evidence }: DayParts, day: string, differences: Differences) {
  const begun = { captured: createSum(), refunded: createSum(), unsettled: createSum() };
  const from = new Date(`${day}T00:00:00+05:30`);
  const to = new Date(from.getTime() + DAY_MS - 1);
  const isOverdue = to.getTime() + SETTLED_WITHIN_MS < Date.now();
  for await (const batch of toPages(attempts.streamOpenedBetween({ from, to }), BATCH_SIZE)) {
    const captured = batch.filter(wasCaptured);
    const settled = await evidence.findSettledPaymentIds(captured.map(({ order_id }) => order_id));
    for (const attempt of captured) {
      const { application_id, order_id, payment_id, amount } = attempt;
      add(begun.captured, amount);
      if (isRefunded(attempt)) add(begun.refunded, amount);
      if (settled.has(payment_id)) continue;
      add(begun.unsettled, amount);
      if (!isOverdue || !payment_id) continue;
      const subject = { application_id, order_id, payment_id };
      differences.add({ kind: 'not-settled', ...subject, settled: 0, in_ledger: amount });
    }
  }
  return begun;
}

/** Reads only. @throws DependencyUnavailable when Razorpay does not answer */
async function compareDay(parts: DayParts, day: string): Promise<ReconciledDay> {
  const differences = new Differences();
  const { settlements, in_ledger } = await compareSettlements(parts, day, differences);
  const begun = await readBegun(parts, day, differences);
  return { begun, settlements, in_ledger, differences: differences.listed, more: differences.more };
}

/** For svc-desk. */
export const createReconcileDayHandler = (parts: DayParts) =>
  handleCall(reconcileDay, {
    handle: async ({ body: { day } }) => ok({ data: [await compareDay(parts, day)] }),
  });
