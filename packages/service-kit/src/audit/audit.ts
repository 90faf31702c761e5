import type { Service } from '@archaka/contracts';
import type { PrivateJwk } from '../config.ts';
import type { Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import { createAuditJob, registerAuditMetrics } from './audit-job.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { createAuditModels } from './audit-models.ts';

interface AuditOptions {
  readonly service: Service;
  readonly db: Database;
  readonly key: PrivateJwk;
  readonly log: Log;
}

export function createAudit({ service, db, key, log }: AuditOptions): { log: AuditLog; sealingJob: Job } {
  const models = createAuditModels(db.connection);
  registerAuditMetrics(models);
  return {
    log: createAuditLog(service, models.entries),
    sealingJob: createAuditJob({ models, service: `svc-${service}`, key, log }),
  };
}
