import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findEndedSessions } from '@archaka/contracts';
import { AuditLog } from './audit-log.ts';
import { createAuthenticator, createGuard } from './auth/authenticator.ts';
import { createServiceSigner, createServiceTokenVerifier } from './auth/service-tokens.ts';
import { createUserTokenVerifier, type FetchEndedSessions } from './auth/user-tokens.ts';
import type { BaseConfig } from './config.ts';
import { loadExamination } from './configuration-file.ts';
import type { ServiceContext, ServiceDefinition, ServiceModule } from './context.ts';
import { assertEventContracts } from './events/event-contracts.ts';
import { createMessaging } from './events/messaging.ts';
import { ExaminationRevisions } from './examination-revisions.ts';
import { createDrain } from './http/listen.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { type OpenDatabase, openDatabase, registerClockMetric } from './persistence/database.ts';
import { announceInstance, toHeldKeys, waitForExclusiveKeys } from './persistence/instances.ts';
import { LeaseRepository } from './persistence/lease-repository.ts';
import type { StopPart } from './process.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { startHttp } from './start-http.ts';

interface StartOptions<Config extends BaseConfig> {
  readonly definition: ServiceDefinition<Config>;
  readonly config: Config;
  readonly log: Log;
}

const SESSION_CHECK_TIMEOUT_MS = 500;

/** @param file in the folder of the package, or below it */
async function readPackageVersion(file: string): Promise<string> {
  const folder = path.dirname(file);
  try {
    const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    return String(version);
  } catch (error) {
    if (folder === path.dirname(folder)) throw error;
    return readPackageVersion(folder);
  }
}

const createEndedSessionsFetch =
  (services: ServiceClient): FetchEndedSessions =>
  async (sids) => {
    const { data } = await services.call(
      findEndedSessions,
      { sids: [...sids] },
      { timeoutMs: SESSION_CHECK_TIMEOUT_MS },
    );
    return (data ?? []).map(({ session_id }) => session_id);
  };

function createServiceAuthenticator(name: string, config: BaseConfig, services: ServiceClient) {
  return createAuthenticator({
    verifyUserToken: createUserTokenVerifier({
      authUrl: config.AUTH_URL,
      audience: name,
      fetchEndedSessions: createEndedSessionsFetch(services),
    }),
    verifyServiceToken: createServiceTokenVerifier({
      jwks: config.SERVICE_JWKS,
      audience: name,
    }),
  });
}

/** Resolves when no running instance writes with a different exclusive key. */
async function announceServiceKeys(
  { keys: ownKeys, exclusiveKeys = [] }: ServiceModule,
  { db, config, log }: Pick<ServiceContext, 'config' | 'log'> & { readonly db: OpenDatabase },
) {
  const { SERVICE_KEY, EVENT_DATA_KEYS } = config;
  const keys = { ...ownKeys, ...toHeldKeys({ EVENT_DATA_KEYS }), SERVICE_KEY: [SERVICE_KEY.kid] };
  const announcement = await announceInstance(db.connection, { keys, indexes: db.listIndexes() });
  await waitForExclusiveKeys(db.connection, { keys, exclusiveKeys, log });
  return announcement;
}

async function openContext<Config extends BaseConfig>({ definition, config, log }: StartOptions<Config>) {
  const { service } = definition;
  const name = `svc-${service}` as const;
  const file = await loadExamination(config.EXAM_FILE);
  const { FEE_PAISE: fee_paise = file.fee_paise, EDIT_UNTIL: edit_until = file.edit_until } = config;
  const examination = { ...file, fee_paise, edit_until };
  const services = createServiceClient(config, createServiceSigner(config.SERVICE_KEY));
  const authenticator = createServiceAuthenticator(name, config, services);
  const db = await openDatabase({ url: config.MONGO_URL, service, log });
  registerClockMetric(db);
  const messaging = createMessaging({ service: name, config, db, log });
  const context = {
    log,
    db,
    audit: new AuditLog(service, db.connection),
    events: messaging.events,
    services,
    config,
    examination,
    guard: createGuard(authenticator, config.PORTAL_ORIGIN),
  };
  return { context, authenticator, messaging };
}

/** @returns completes work in flight and sends the outbox */
export async function startService<Config extends BaseConfig>({
  definition,
  config,
  log,
}: StartOptions<Config>) {
  const version = await readPackageVersion(process.argv[1] ?? process.cwd());
  const { context, authenticator, messaging } = await openContext({ definition, config, log });
  const { db, services, examination } = context;
  const serviceModule = await definition.build(context);
  const revisions = new ExaminationRevisions(db);
  const eventHandlers = [...(serviceModule.eventHandlers ?? []), revisions.handler];
  assertEventContracts({ service: `svc-${definition.service}`, eventHandlers });
  await db.prepareModels();
  await revisions.apply(examination);
  const announcement = await announceServiceKeys(serviceModule, context);

  const running = messaging.start(eventHandlers);
  const following = revisions.follow(examination, log);
  const drain = createDrain(config.DRAIN_MS);
  const checkService = serviceModule.ready ?? (async () => undefined);
  const probes = { store: db.ping, broker: running.checkReady, service: checkService, drain: drain.probe };
  const http = await startHttp({
    service: definition.service,
    version,
    host: config.HOST,
    port: config.PORT,
    serviceModule,
    probes,
    context: {
      portalOrigin: config.PORTAL_ORIGIN,
      examination,
      authenticator,
      authenticateStaff: serviceModule.authenticateStaff,
    },
    drain,
    log,
  });
  const jobs = startJobs(serviceModule.jobs ?? [], { leases: new LeaseRepository(db.connection), log });
  const queues = serviceModule.queues ?? [];
  for (const queue of queues) queue.start();
  log.info({ port: config.PORT, version }, 'listening');

  return async (stopPart: StopPart) => {
    await Promise.all([
      stopPart('http', http.stop()),
      stopPart('consumer', running.stopConsuming()),
      stopPart('jobs', jobs.stop()),
      stopPart('examination', following.stop()),
      ...queues.map((queue) => stopPart(`queue ${queue.name}`, queue.stop())),
    ]);
    await stopPart('relay', running.stop());
    await stopPart('module', serviceModule.close?.() ?? Promise.resolve());
    await stopPart('calls', services.close());
    await stopPart('keys', announcement.stop());
    await stopPart('database', db.close());
  };
}
