import { retentionConfig, runRetention } from '@archaka/service-kit';
import { config } from '../config.ts';
import { createRetainedData } from '../features/delete-overdue-data/retained-data.ts';
import { createAttemptRepository } from '../persistence/attempt-repository.ts';
import { createEvidenceRepository } from '../persistence/evidence-repository.ts';
import { createOrderRepository } from '../persistence/order-repository.ts';

await runRetention({
  service: 'payment',
  config: retentionConfig.extend(config.pick({ RECONCILE_FIRST_MS: true }).shape),
  createData: ({ db, config }) =>
    createRetainedData({
      db,
      orders: createOrderRepository(db, config.RECONCILE_FIRST_MS),
      attempts: createAttemptRepository(db),
      evidence: createEvidenceRepository(db),
    }),
});
