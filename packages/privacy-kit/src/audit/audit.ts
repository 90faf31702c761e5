import { auditCalls, auditHeadCalls, findHeadCalls, type Service } from '@archaka/contracts';
import { defineJob, handleCall, ok, type ServiceContext, type ServiceModule } from '@archaka/service-kit';
import { createAuditModels } from './audit-models.ts';
import { createHeadHandlers, ForeignHeads, HeadBucket, HeadHandOver } from './heads.ts';
import { createSealingJob, registerAuditMetrics } from './seal-entries.ts';
import { createAuditSignatureCheck, createAuditSigner } from './signatures.ts';

const HAND_OVER_MS = 60_000;

/** Seals the log, hands over its heads, stores other services' heads, and shows applicants their entries. */
export function serveAudit(
  service: Service,
  { db, audit, config, services, log }: ServiceContext,
): Required<Pick<ServiceModule, 'handlers' | 'jobs'>> {
  const models = createAuditModels(db.connection);
  registerAuditMetrics(models);
  const name = `svc-${service}`;
  const handOver = new HeadHandOver({
    models,
    service: name,
    services,
    log,
    calls: findHeadCalls(service),
    bucket: config.AUDIT_BUCKET_URL ? new HeadBucket(config.AUDIT_BUCKET_URL) : undefined,
  });
  const foreignHeads = new ForeignHeads({
    models,
    createSignatureCheck: (owner) => createAuditSignatureCheck(owner, config.SERVICE_JWKS),
    log,
  });
  return {
    handlers: [
      ...auditCalls
        .filter((call) => call.service === service)
        .map((call) =>
          handleCall(call, {
            handle: async ({ body, user }) => ok({ data: await audit.list({ ...body, userId: user.id }) }),
          }),
        ),
      ...auditHeadCalls
        .filter((calls) => calls.service === service)
        .flatMap((calls) => createHeadHandlers(calls, foreignHeads)),
    ],
    jobs: [
      createSealingJob({ models, service: name, sign: createAuditSigner(config.SERVICE_KEY) }),
      defineJob({ name: 'hand-over-audit-head', ms: HAND_OVER_MS, run: () => handOver.run() }),
    ],
  };
}
