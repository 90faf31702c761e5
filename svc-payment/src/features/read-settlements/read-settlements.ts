import { type Evidence, createEvidence as toEvidence } from '../../domain/evidence.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { SettledEntity } from '../../razorpay/entities.ts';
import type { ProviderRecords } from '../../razorpay/provider-records.ts';
import { getLastTwoDays } from './indian-days.ts';

interface ReadSettlementsDependencies {
  readonly records: Pick<ProviderRecords, 'listSettled'>;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

/** Stores each settled payment once. One that is not captured here triggers a fetch. */
export function createReadSettlements({ records, attempts, evidence }: ReadSettlementsDependencies) {
  async function storeEvidence(page: readonly SettledEntity[]): Promise<void> {
    const newEntries = await evidence.filterNew(page.flatMap(toSettlementEvidence));
    const capturedIds = await attempts.findCapturedPaymentIds(
      newEntries.flatMap(({ payment_id }) => payment_id ?? []),
    );
    for (const entry of newEntries) {
      if (capturedIds.has(entry.payment_id)) await evidence.store(entry);
      else await evidence.receive(entry);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    for (const day of getLastTwoDays(new Date())) {
      for await (const page of records.listSettled(day)) {
        if (signal.aborted) return;
        await storeEvidence(page);
      }
    }
  };
}

function toSettlementEvidence(settled: SettledEntity): Evidence[] {
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
