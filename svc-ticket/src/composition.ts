import { fileURLToPath } from 'node:url';
import { erasureRequested, getTicketAudit, routes, ticketPersonErased } from '@archaka/contracts';
import {
  createAuditHandler,
  createDueDates,
  createErasure,
  createObjectSweeps,
  createRateLimiter,
  createWorkQueue,
  openPersonalData,
  type PersonalData,
  type ServiceContext,
  type ServiceModule,
  toHeldKeys,
} from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { onApplicationWithdrawn } from './events/on-application-withdrawn.ts';
import { createRetainedData } from './features/delete-overdue-data/retained-data.ts';
import { registerDownloadCalendarRoute } from './features/download-calendar/download-calendar.ts';
import { createErasePerson } from './features/erase-person/erase-person.ts';
import { createExportDataHandler } from './features/export-data/export-data.ts';
import { registerTicketContentRoute } from './features/export-data/ticket-content.ts';
import { registerGetTicketRoute } from './features/get-ticket/get-ticket.ts';
import { registerBacklogMetrics } from './features/make-ticket/backlog-metrics.ts';
import { createTicketMaker } from './features/make-ticket/make-ticket.ts';
import { createPhotoDecoder } from './features/make-ticket/photo-decoder.ts';
import { createPhotoReader, type PhotoReader } from './features/make-ticket/photo-reader.ts';
import { registerPreviewTicketRoute } from './features/preview-ticket/preview-ticket.ts';
import { registerPublishKeysRoute } from './features/publish-keys/publish-keys.ts';
import { readScannerFiles } from './features/serve-scanner/scanner-files.ts';
import { registerScannerRoutes } from './features/serve-scanner/serve-scanner.ts';
import type { KeyRing } from './features/sign-ticket/key-ring.ts';
import { createKeyRingFromConfig } from './features/sign-ticket/key-ring-from-config.ts';
import { registerVerifyTicketRoute } from './features/verify-ticket/verify-ticket.ts';
import { verifyTicketToken } from './features/verify-ticket/verify-ticket-token.ts';
import { type AllotmentRepository, createAllotmentRepository } from './persistence/allotment-repository.ts';
import {
  type ApplicationRepository,
  createApplicationRepository,
} from './persistence/application-repository.ts';
import { fileFields } from './persistence/file-fields.ts';
import { createTicketJobRepository, type TicketJobRepository } from './persistence/ticket-job-repository.ts';
import { createTicketKeyRepository, type TicketKeyRepository } from './persistence/ticket-key-repository.ts';
import { createTicketRepository, type TicketRepository } from './persistence/ticket-repository.ts';
import { startTicketRenderer } from './render/renderer.ts';
import { chooseChromium } from './render/sandbox.ts';
import { createTempDir } from './render/temp-dir.ts';

/** The built scanner; without it there is no `/scan`. */
const SCANNER_DIST = fileURLToPath(new URL('../../hall-scanner/dist', import.meta.url));

/** Far above the polling rate of one waiting applicant. */
const PREVIEW_LIMIT = { name: 'previews', points: 120, seconds: 600 };

interface Repositories {
  readonly applications: ApplicationRepository;
  readonly allotments: AllotmentRepository;
  readonly jobs: TicketJobRepository;
  readonly tickets: TicketRepository;
  readonly ticketKeys: TicketKeyRepository;
}

function createRepositories(
  { db }: Pick<ServiceContext<Config>, 'db'>,
  personal: PersonalData,
): Repositories {
  return {
    applications: createApplicationRepository(db, personal),
    allotments: createAllotmentRepository(db),
    jobs: createTicketJobRepository(db),
    tickets: createTicketRepository(db, personal),
    ticketKeys: createTicketKeyRepository(db),
  };
}

async function startPrinting(
  { log, db, events, config, examination }: ServiceContext<Config>,
  { applications, allotments, jobs, tickets }: Repositories,
  { keys, photos }: { readonly keys: KeyRing; readonly photos: PhotoReader },
) {
  const tempDir = await createTempDir();
  const renderer = startTicketRenderer({
    chromium: chooseChromium(config, log),
    tempDir: tempDir.path,
    ticketsPerBrowser: 5000,
    log,
  });
  const { PORTAL_ORIGIN: portalOrigin, TRIAL: trial } = config;
  const ticketQueue = createWorkQueue({
    name: 'tickets',
    rows: jobs.rows,
    handle: createTicketMaker({
      ...{ db, events, photos, examination, portalOrigin, trial },
      ...{ applications, allotments, jobs, tickets, keys, renderer },
    }),
    concurrency: config.TICKET_PAGES,
    log,
  });
  const stopWatching = jobs.watchEnqueued(ticketQueue.notify);
  return {
    ticketQueue,
    ready: renderer.ready,
    close: async () => {
      await stopWatching();
      await renderer.close();
      await tempDir.remove();
    },
  };
}

function createPersonErasure(
  { db, events, log, audit, services, config }: ServiceContext<Config>,
  repositories: Repositories,
  { destroyDataKey, photos }: Pick<PersonalData, 'destroyDataKey'> & { readonly photos: PhotoReader },
) {
  const findDueDate = createDueDates(config);
  const erasePerson = createErasePerson({ ...repositories, db, services, photos, findDueDate });
  return createErasure({
    db,
    events,
    log,
    audit,
    requestEvent: erasureRequested,
    reportEvent: ticketPersonErased,
    erasePerson,
    destroyDataKey,
  });
}

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, audit, services, config, examination, guard } = context;
  const personal = await openPersonalData('ticket', context);
  const repositories = createRepositories(context, personal);
  const { applications, allotments, jobs, tickets, ticketKeys } = repositories;
  const keys = createKeyRingFromConfig(ticketKeys, config);
  await keys.prepare();
  const decoder = createPhotoDecoder();
  const photos = createPhotoReader({ services, decoder });

  const { ticketQueue, ready, close } = await startPrinting(context, repositories, { keys, photos });
  registerBacklogMetrics(jobs);
  const previewLimit = createRateLimiter(db, PREVIEW_LIMIT);
  const erasure = createPersonErasure(context, repositories, { ...personal, photos });
  const scannerFiles = await readScannerFiles(SCANNER_DIST);

  return {
    handlers: [
      createAuditHandler(getTicketAudit, audit),
      createExportDataHandler({ db, audit, ...repositories }),
    ],
    eventHandlers: [
      ...createEventHandlers({ applications, jobs, tickets }),
      onApplicationWithdrawn({ db, services, ...repositories }),
      erasure.eventHandler,
    ],
    retainedData: createRetainedData({ db, services, ...repositories }),
    jobs: createObjectSweeps({ connection: db.connection, bucket: personal.bucket, fields: fileFields }),
    queues: [ticketQueue, erasure.queue],
    keys: toHeldKeys({ TICKET_KEYS_SECRET: config.TICKET_KEYS_SECRET, MASTER_KEYS: config.MASTER_KEYS }),
    routes: (router) => {
      registerGetTicketRoute(router, guard, { applications, tickets, audit });
      registerTicketContentRoute(router, guard, { tickets, audit });
      registerDownloadCalendarRoute(router, guard, {
        ...{ applications, allotments, examination },
        portalOrigin: config.PORTAL_ORIGIN,
      });
      registerPreviewTicketRoute(router, guard, {
        ...{ applications, services, photos, audit, examination },
        limit: previewLimit,
      });
      registerVerifyTicketRoute(router, {
        examination,
        trial: config.TRIAL,
        verifyToken: (token) => verifyTicketToken(token, { keys, applications, tickets, audit }),
      });
      registerPublishKeysRoute(router, ticketKeys);
      if (scannerFiles) registerScannerRoutes(router, scannerFiles);
    },
    publicRoutes: [
      routes.getTicket,
      routes.previewTicket,
      routes.examinationCalendar,
      routes.verifyTicket,
      ...(scannerFiles ? [routes.scanner, routes.scannerFile] : []),
    ],
    ready,
    close: async () => {
      await close();
      await decoder.close();
    },
  };
}
