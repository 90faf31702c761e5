import { exportPaymentData } from '@archaka/contracts';
import {
  type AuditLog,
  type CallHandler,
  createExportHandler,
  type Database,
  type ExportedRecords,
} from '@archaka/service-kit';
import type { AttemptRepository } from '../../persistence/attempt-repository.ts';
import type { EvidenceRepository } from '../../persistence/evidence-repository.ts';
import type { OrderRepository } from '../../persistence/order-repository.ts';
import { toPaymentAttempts } from '../show-attempts/payment-attempts.ts';

interface ExportDependencies {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly orders: OrderRepository;
  readonly attempts: AttemptRepository;
  readonly evidence: EvidenceRepository;
}

const createRecordsReader =
  ({ db, orders, attempts, evidence }: ExportDependencies) =>
  (userId: string): Promise<ExportedRecords> =>
    db.transaction(async () => {
      const own = await orders.findByUser(userId);
      const exported: unknown[] = [];
      for (const { application_id, order_id, round, state, amount, currency, placed_at } of own) {
        const ownAttempts = order_id ? await attempts.findByOrder(order_id) : [];
        const ownEvidence = order_id ? await evidence.findByOrders([order_id]) : [];
        exported.push({
          ...{ application_id, order_id, round, state, amount, currency },
          placed_at: placed_at?.toISOString() ?? null,
          payments: toPaymentAttempts(ownAttempts, ownEvidence),
        });
      }
      return { records: { orders: exported }, files: [] };
    });

export const createExportDataHandler = (deps: ExportDependencies): CallHandler =>
  createExportHandler(exportPaymentData, { audit: deps.audit, readRecords: createRecordsReader(deps) });
