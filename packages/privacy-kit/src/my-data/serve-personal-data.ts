import {
  auditCalls,
  auditHeadCalls,
  type ExportedFile,
  erasureReports,
  exportCalls,
  findHeadCalls,
  MAX_EXPORTED_ENTRIES,
  type Service,
} from '@archaka/contracts';
import {
  type BaseConfig,
  type CallHandler,
  defineJob,
  handleCall,
  ok,
  type ServiceContext,
  type ServiceModule,
} from '@archaka/service-kit';
import { createAuditModels } from '../audit/audit-models.ts';
import { createHeadHandlers, ForeignHeads, HeadBucket, HeadHandOver } from '../audit/heads.ts';
import { createSealingJob, registerAuditMetrics } from '../audit/seal-entries.ts';
import { createAuditSignatureCheck, createAuditSigner } from '../audit/signatures.ts';
import { type ConsentRepository, createConsentHandlers } from '../consent/consent.ts';
import { createErasure, type ErasePerson } from '../erasure/erasure.ts';
import type { RetainedData } from '../retention/rules.ts';
import { prepareRetentionJobs } from '../sweep/sweeper.ts';

const HAND_OVER_MS = 60_000;

/** Seals the log, hands over its heads, stores other services' heads, and shows applicants their entries. */
function serveAudit(
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

export interface ExportedRecords {
  /** By kind. */
  readonly records: Readonly<Record<string, unknown[]>>;
  readonly files: ExportedFile[];
}

/** What a service holds of a person. */
export interface PersonalDataDeclaration {
  /** Every kind that the retention file has this service sweep: how its overdue rows are found and deleted. */
  readonly retained: readonly RetainedData[];
  /** All about a person, at one instant, for the download. */
  readonly readRecords?: (userId: string) => Promise<ExportedRecords>;
  readonly erasePerson?: ErasePerson;
  /** Of a service that seals personal data. */
  readonly destroyDataKey?: (userId: string) => Promise<void>;
  readonly consents?: ConsentRepository;
}

/** For svc-auth, which joins the data of all services in one download. Recorded in the audit log. */
const createExportHandlers = (
  service: Service,
  audit: ServiceContext['audit'],
  readRecords: Required<PersonalDataDeclaration>['readRecords'],
): CallHandler[] =>
  exportCalls
    .filter((call) => call.service === service)
    .map((call) =>
      handleCall(call, {
        handle: async ({ body: { user_id: userId, part, before }, caller = '' }) => {
          if (part === 'audit')
            return ok({
              data: [{ audit: await audit.list({ userId, before, limit: MAX_EXPORTED_ENTRIES }) }],
            });
          await audit.record({
            action: 'data.exported',
            actor: { kind: 'service', id: caller },
            subject: { userId },
          });
          return ok({ data: [{ ...(await readRecords(userId)) }] });
        },
      }),
    );

type PersonalDataModule = Required<Pick<ServiceModule, 'handlers' | 'eventHandlers' | 'jobs' | 'queues'>>;

/**
 * Audit log, consents, download, erasure and retention of a service, by its declaration.
 * @throws ConfigurationError for a retention file that names other kinds
 */
export async function servePersonalData<Config extends BaseConfig>(
  service: Service,
  context: ServiceContext<Config>,
  { retained, readRecords, erasePerson, destroyDataKey, consents }: PersonalDataDeclaration,
): Promise<PersonalDataModule> {
  const { db, audit, config, log } = context;
  const trail = serveAudit(service, context);
  const retentionJobs = await prepareRetentionJobs({ service, data: retained, files: config, db, log });
  const reportEvent = erasureReports.find(({ producer }) => producer === service);
  const erasure =
    erasePerson && reportEvent && createErasure({ ...context, reportEvent, erasePerson, destroyDataKey });
  return {
    handlers: [
      ...trail.handlers,
      ...(readRecords ? createExportHandlers(service, audit, readRecords) : []),
      ...(consents ? createConsentHandlers(service, consents) : []),
    ],
    eventHandlers: erasure ? [erasure.eventHandler] : [],
    jobs: [...retentionJobs, ...trail.jobs],
    queues: erasure ? [erasure.queue] : [],
  };
}
