import { type Evidence, evidence as toEvidence } from '../../domain/evidence.ts';
import type { SettledEntity } from '../../razorpay/entities.ts';
import type { ProviderRecords } from '../../razorpay/records.ts';
import type { AttemptStore } from '../../store/attempts.ts';
import type { EvidenceStore } from '../../store/evidence.ts';
import { lastTwoDays } from './indian-days.ts';

interface Parts {
  readonly records: Pick<ProviderRecords, 'settledOn'>;
  readonly attempts: AttemptStore;
  readonly evidence: EvidenceStore;
}

/**
 * Keeps what Razorpay has settled to our bank account since yesterday as evidence, each payment once. One
 * that we do not have as taken is left to be asked about; the others are in order.
 */
export function readSettlements({ records, attempts, evidence }: Parts) {
  async function keep(page: readonly SettledEntity[]): Promise<void> {
    const news = await evidence.newOf(page.flatMap(pieceOf));
    const taken = await attempts.takenOf(news.flatMap(({ payment_id }) => payment_id ?? []));
    for (const piece of news) {
      if (taken.has(piece.payment_id)) await evidence.keep(piece);
      else await evidence.receive(piece);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (const day of lastTwoDays(new Date())) {
      for await (const page of records.settledOn(day)) {
        if (signal.aborted) return;
        await keep(page);
      }
    }
  };
}

function pieceOf(settled: SettledEntity): Evidence[] {
  const { type, entity_id, settlement_id, order_id } = settled;
  if (type !== 'payment' || !settlement_id) return [];
  return [
    toEvidence({
      key: `settlement:${settlement_id}:${entity_id}`,
      source: 'settlement',
      tells: 'settled',
      order_id: order_id ?? null,
      payment_id: entity_id,
      received: settled,
    }),
  ];
}
