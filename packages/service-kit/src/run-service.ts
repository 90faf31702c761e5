import { type EventDefinition, endedSessions, type Service } from '@archaka/contracts';
import type * as z from 'zod';
import { identifyBy } from './auth/identify.ts';
import { serviceSigner, serviceTokens } from './auth/service-tokens.ts';
import type { FetchEnded } from './auth/session-check.ts';
import { userTokens } from './auth/user-tokens.ts';
import type { BaseConfig } from './config.ts';
import type { Built, Context } from './context.ts';
import { messagingOf } from './events/messaging.ts';
import { checkVocabulary } from './events/vocabulary.ts';
import { loadExamination } from './examination.ts';
import { drainFor } from './http/drain.ts';
import { createGuard } from './http/guard.ts';
import { startHttp } from './http/start-http.ts';
import { startJobs } from './jobs.ts';
import { announceKeys, untilNobodyDiffers } from './keyring/instances.ts';
import type { Log } from './log.ts';
import { runProcess } from './process.ts';
import { type ServiceClient, serviceClient } from './services.ts';
import { openDatabase } from './store/database.ts';
import { leasesOn } from './store/lease.ts';
import { versionAbove } from './version.ts';

export interface ServiceDefinition<Config extends BaseConfig> {
  /** As in tokens and queues: `svc-auth`. */
  readonly name: `svc-${Service}`;
  readonly service: Service;
  /** `baseConfig`, extended with the service's own variables. */
  readonly config: z.ZodType<Config>;
  readonly publishes: readonly EventDefinition[];
  readonly build: (context: Context<Config>) => Built | Promise<Built>;
}

interface Started<Config extends BaseConfig> {
  readonly definition: ServiceDefinition<Config>;
  readonly config: Config;
  readonly log: Log;
}

/** A svc-auth that takes longer than this to answer is taken for down. */
const ENDED_MS = 500;

const fetchEndedBy =
  (services: ServiceClient): FetchEnded =>
  async (sids) => {
    const { data } = await services.call(endedSessions, { sids: [...sids] }, { timeoutMs: ENDED_MS });
    return (data ?? []).map(({ session_id }) => session_id);
  };

/** Starts all parts of a service in order; gives what stops them in the opposite one. */
async function startService<Config extends BaseConfig>({ definition, config, log }: Started<Config>) {
  const { name, service, publishes } = definition;
  const facts = await loadExamination(config.EXAM_FILE);
  const version = await versionAbove(process.argv[1] ?? process.cwd());
  const services = serviceClient(config, serviceSigner(config.SERVICE_KEY));
  const identify = identifyBy({
    user: userTokens({ authUrl: config.AUTH_URL, audience: name, fetchEnded: fetchEndedBy(services) }),
    service: serviceTokens({
      jwks: config.SERVICE_JWKS,
      audience: name,
      unscopedUntil: config.UPGRADE_UNTIL,
    }),
  });
  const db = await openDatabase({ url: config.MONGO_URL, service, log });
  const messaging = messagingOf({ service: name, config, db, publishes, log });
  const guard = createGuard(identify, config.PORTAL_ORIGIN);

  const built = await definition.build({ log, db, events: messaging.events, services, config, facts, guard });
  checkVocabulary({ service: name, publishes, takes: built.takes ?? [] });
  await db.prepareModels();
  const { exclusiveKeys = [] } = built;
  const keys = { ...built.keys, SERVICE_KEY: [config.SERVICE_KEY.kid] };
  const announced = await announceKeys(db.connection, keys);
  await untilNobodyDiffers(db.connection, { keys, exclusiveKeys, log });

  const running = messaging.start(built.takes ?? []);
  const drain = drainFor(config.DRAIN_MS);
  const own = built.ready ?? (async () => undefined);
  const probes = { store: db.ping, broker: running.ready, service: own, drain: drain.probe };
  const context = { portalOrigin: config.PORTAL_ORIGIN, facts, identify };
  const http = await startHttp({ service, version, port: config.PORT, built, probes, context, drain, log });
  const jobs = startJobs(built.jobs ?? [], { leases: leasesOn(db.connection), log });
  const queues = built.queues ?? [];
  for (const queue of queues) queue.start();
  log.info({ port: config.PORT, version }, 'listening');

  return async () => {
    await Promise.all([
      http.stop(),
      running.stopTaking(),
      jobs.stop(),
      ...queues.map((queue) => queue.stop()),
    ]);
    await running.stop();
    await built.close?.();
    await services.close();
    await announced.stop();
    await db.close();
  };
}

/**
 * Starts a service and runs it until SIGTERM or SIGINT. Then it takes no more messages and jobs, nor,
 * after DRAIN_MS, requests, finishes those in hand, sends what its outbox holds, and ends; within 10 s more at most.
 */
export const runService = <Config extends BaseConfig>(definition: ServiceDefinition<Config>): Promise<void> =>
  runProcess({
    name: definition.name,
    config: definition.config,
    start: (given) => startService({ definition, ...given }),
  });
