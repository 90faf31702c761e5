import { toIndianDay } from '@archaka/contracts';
import { createEvidence, type Evidence } from '../domain/evidence.ts';
import type { CalendarDay, ProviderRecords, SettledEntity } from '../razorpay/provider.ts';
import type { Parts } from './parts.ts';

const DAY_MS = 86_400_000;

/** Stores each settled payment once. One that is not captured here triggers a fetch. */
export async function readSettlements(
  parts: Pick<Parts, 'attempts' | 'evidence'>,
  records: Pick<ProviderRecords, 'listSettled'>,
  signal: AbortSignal,
): Promise<void> {
  for (const day of getLastTwoDays(new Date())) {
    for await (const page of records.listSettled(day)) {
      if (signal.aborted) return;
      await storePage(parts, page);
    }
  }
}

async function storePage(
  { attempts, evidence }: Pick<Parts, 'attempts' | 'evidence'>,
  page: readonly SettledEntity[],
): Promise<void> {
  const entries = await evidence.filterNew(page.flatMap(toSettlementEvidence));
  const captured = await attempts.findCapturedPaymentIds(
    entries.flatMap(({ payment_id }) => payment_id ?? []),
  );
  for (const entry of entries) {
    if (captured.has(entry.payment_id)) await evidence.store(entry);
    else await evidence.receive(entry);
  }
}

function toSettlementEvidence(settled: SettledEntity): Evidence[] {
  const { type, entity_id, settlement_id, order_id } = settled;
  if (type !== 'payment' || !settlement_id) return [];
  return [
    createEvidence({
      key: `settlement:${settlement_id}:${entity_id}`,
      source: 'settlement',
      kind: 'settled',
      order_id: order_id ?? null,
      payment_id: entity_id,
      received: settled,
    }),
  ];
}

/** @param date ISO 8601 */
export function toCalendarDay(date: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

/** Of India. Two days, so that settlements around midnight are read. */
export const getLastTwoDays = (now: Date): readonly CalendarDay[] =>
  [new Date(now.getTime() - DAY_MS), now].map((instant) => toCalendarDay(toIndianDay(instant)));
