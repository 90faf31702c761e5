import { auditHeadCalls, findHeadCalls, type Service } from '@archaka/contracts';
import type { BaseConfig } from '../config.ts';
import type { CallHandler } from '../http/call-handler.ts';
import { defineJob, type Job } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from '../persistence/database.ts';
import type { ServiceClient } from '../service-client.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { createAuditModels } from './audit-models.ts';
import { createHeadHandlers, ForeignHeads, HeadBucket, HeadHandOver } from './heads.ts';
import { createSealingJob, registerAuditMetrics } from './seal-entries.ts';
import { createAuditSignatureCheck, createAuditSigner } from './signatures.ts';

const HAND_OVER_MS = 60_000;

interface AuditOptions {
  readonly service: Service;
  readonly db: Database;
  readonly config: Pick<BaseConfig, 'SERVICE_KEY' | 'SERVICE_JWKS' | 'AUDIT_BUCKET_URL'>;
  readonly services: Pick<ServiceClient, 'call'>;
  readonly log: Log;
}

interface Audit {
  readonly log: AuditLog;
  readonly jobs: readonly Job[];
  /** Of the calls by which other services hand over their heads. */
  readonly handlers: readonly CallHandler[];
}

export function createAudit({ service, db, config, services, log }: AuditOptions): Audit {
  const models = createAuditModels(db.connection);
  registerAuditMetrics(models);
  const name = `svc-${service}`;
  const handOver = new HeadHandOver({
    ...{ models, service: name, services, log },
    calls: findHeadCalls(service),
    bucket: config.AUDIT_BUCKET_URL ? new HeadBucket(config.AUDIT_BUCKET_URL) : undefined,
  });
  const foreignHeads = new ForeignHeads({
    models,
    createSignatureCheck: (owner) => createAuditSignatureCheck(owner, config.SERVICE_JWKS),
    log,
  });
  return {
    log: createAuditLog(service, models.entries),
    jobs: [
      createSealingJob({ models, service: name, sign: createAuditSigner(config.SERVICE_KEY) }),
      defineJob({ name: 'hand-over-audit-head', ms: HAND_OVER_MS, run: () => handOver.run() }),
    ],
    handlers: auditHeadCalls
      .filter((calls) => calls.service === service)
      .flatMap((calls) => createHeadHandlers(calls, foreignHeads)),
  };
}
