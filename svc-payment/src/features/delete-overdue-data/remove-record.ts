import type { PaymentRecord } from '../../domain/payment-record.ts';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';

interface RecordRemovalDependencies {
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

/** Deletes orders, attempts and evidence of an application. Call in a transaction. */
export const createRecordRemoval =
  ({ orders, attempts, evidence }: RecordRemovalDependencies) =>
  async (record: PaymentRecord): Promise<void> => {
    const orderIds = [...record.orders, ...record.attempts].flatMap(({ order_id }) => order_id ?? []);
    await evidence.removeByOrders(orderIds);
    await attempts.removeByApplication(record.applicationId);
    await orders.remove(record.applicationId);
  };
