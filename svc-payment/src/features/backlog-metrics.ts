import { registerGauges } from '@archaka/service-kit';
import type { AttemptRepository } from '../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../persistence/evidence-repository.ts';
import type { OrderRepository } from '../persistence/order-repository.ts';

interface BacklogDependencies {
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

export function registerBacklogMetrics({ orders, attempts, evidence }: BacklogDependencies): void {
  registerGauges(
    {
      payment_unreconciled_orders: 'Orders that are due to be polled at Razorpay',
      payment_unreconciled_oldest_seconds: 'How long the oldest of these orders is overdue',
      payment_unreconciled_parked: 'Orders parked after repeated failed polls while Razorpay responds',
    },
    orders.readUnreconciled,
  );
  registerGauges(
    {
      payment_evidence_waiting: 'Evidence that is due to be processed',
      payment_evidence_oldest_seconds: 'Age of the oldest due evidence that is not parked',
      payment_evidence_parked: 'Evidence parked after repeated failures',
    },
    async () => {
      const { waiting, oldestSeconds, parked } = await evidence.backlog();
      return {
        payment_evidence_waiting: waiting,
        payment_evidence_oldest_seconds: oldestSeconds,
        payment_evidence_parked: parked,
      };
    },
  );
  registerGauges(
    {
      payment_refunds_waiting: 'Refunds whose outcome is unknown',
      payment_refunds_parked: 'Refunds parked after repeated failures',
    },
    async () => {
      const { waiting, parked } = await attempts.refundBacklog();
      return { payment_refunds_waiting: waiting, payment_refunds_parked: parked };
    },
  );
}
