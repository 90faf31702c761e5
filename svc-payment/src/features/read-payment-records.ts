import type { PaymentRecord } from '../domain/payment-record.ts';
import type { AttemptRepository } from '../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../persistence/evidence-repository.ts';
import type { OrderRepository } from '../persistence/order-repository.ts';

export interface PaymentRecordRepositories {
  readonly orders: Pick<OrderRepository, 'findAllByApplications'>;
  readonly attempts: Pick<AttemptRepository, 'findByApplications'>;
  readonly evidence: Pick<EvidenceRepository, 'findByOrders'>;
}

/** In the order of the applications; an unknown one has an empty record. */
export async function readPaymentRecords(
  { orders, attempts, evidence }: PaymentRecordRepositories,
  applicationIds: readonly string[],
): Promise<PaymentRecord[]> {
  if (applicationIds.length === 0) return [];
  const foundOrders = await orders.findAllByApplications(applicationIds);
  const foundAttempts = await attempts.findByApplications(applicationIds);
  const orderIds = [...foundOrders, ...foundAttempts].flatMap(({ order_id }) => (order_id ? [order_id] : []));
  const foundEvidence = await evidence.findByOrders([...new Set(orderIds)]);
  return applicationIds.map((applicationId) => {
    const isOwn = ({ application_id }: { readonly application_id: string }) =>
      application_id === applicationId;
    const [ownOrders, ownAttempts] = [foundOrders.filter(isOwn), foundAttempts.filter(isOwn)];
    const ownIds = new Set([...ownOrders, ...ownAttempts].map(({ order_id }) => order_id));
    return {
      applicationId,
      orders: ownOrders,
      attempts: ownAttempts,
      evidence: foundEvidence.filter(({ order_id }) => ownIds.has(order_id)),
    };
  });
}
