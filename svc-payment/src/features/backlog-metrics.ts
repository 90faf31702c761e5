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
      payment_unreconciled_orders: 'Orders due for a poll of Razorpay',
      payment_unreconciled_oldest_seconds: 'How long the one that waits longest is overdue',
      payment_unreconciled_parked: 'Orders whose poll fails although Razorpay responds',
    },
    orders.readUnreconciled,
  );
  registerGauges(
    {
      payment_evidence_waiting: 'Pieces of evidence that are to be processed',
      payment_evidence_oldest_seconds: 'How long the oldest of them waits that is not parked',
      payment_evidence_parked: 'Those whose processing keeps failing',
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
      payment_refunds_waiting: 'Refunds whose outcome is open',
      payment_refunds_parked: 'Those whose processing keeps failing',
    },
    async () => {
      const { waiting, parked } = await attempts.refundBacklog();
      return { payment_refunds_waiting: waiting, payment_refunds_parked: parked };
    },
  );
}
