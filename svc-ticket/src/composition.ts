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
import { createErasePerson, createRetainedData, onApplicationWithdrawn } from './features/delete-copies.ts';
import { registerDownloadCalendarRoute } from './features/download-calendar.ts';
import { createExportDataHandler, registerTicketContentRoute } from './features/export-data.ts';
import { registerGetTicketRoute } from './features/get-ticket.ts';
import { createTicketMaker, registerBacklogMetrics } from './features/make-ticket/make-ticket.ts';
import { PhotoReader } from './features/make-ticket/photo-reader.ts';
import { registerPreviewTicketRoute } from './features/preview-ticket/preview-ticket.ts';
import { readScannerFiles, registerScannerRoutes } from './features/serve-scanner.ts';
import { KeyRing, registerPublishKeysRoute } from './features/sign-ticket.ts';
import { registerVerifyTicketRoute } from './features/verify-ticket/verify-ticket.ts';
import { AllotmentRepository } from './persistence/allotment-repository.ts';
import { ApplicationRepository } from './persistence/application-repository.ts';
import { TicketJobRepository } from './persistence/ticket-job-repository.ts';
import { TicketKeyRepository } from './persistence/ticket-key-repository.ts';
import { fileFields, TicketRepository } from './persistence/ticket-repository.ts';
import { chooseChromium, createTempDir } from './render/chromium.ts';
import { TicketRenderer } from './render/renderer.ts';

interface Repositories {
  readonly applications: ApplicationRepository;
  readonly allotments: AllotmentRepository;
  readonly jobs: TicketJobRepository;
  readonly tickets: TicketRepository;
}

/** Far above the polling rate of one waiting applicant. */
const PREVIEW_LIMIT = { name: 'previews', points: 120, seconds: 600 };

async function startPrinting(
  { log, db, events, config, examination }: ServiceContext<Config>,
  parts: Repositories & { readonly keys: KeyRing; readonly photos: PhotoReader },
) {
  const tempDir = await createTempDir();
  const renderer = new TicketRenderer({
    chromium: chooseChromium(config, log),
    tempDir: tempDir.path,
    ticketsPerBrowser: 5000,
    log,
  });
  const { PORTAL_ORIGIN: portalOrigin, TRIAL: trial, TICKET_PAGES: concurrency } = config;
  const { jobs } = parts;
  const handle = createTicketMaker({ ...parts, db, events, examination, portalOrigin, trial, renderer });
  const queue = createWorkQueue({ name: 'tickets', rows: jobs.rows, handle, concurrency, log });
  registerBacklogMetrics(jobs);
  const stopWatching = jobs.watchEnqueued(queue.notify);
  return {
    queue,
    ready: () => renderer.ready(),
    close: async () => {
      await stopWatching();
      await renderer.close();
      await tempDir.remove();
    },
  };
}

function createPersonErasure(
  { db, events, log, audit, services, config }: ServiceContext<Config>,
  { destroyDataKey }: PersonalData,
  parts: Repositories & { readonly photos: PhotoReader },
) {
  const findDueDate = createDueDates(config);
  return createErasure({
    ...{ db, events, log, audit, destroyDataKey },
    requestEvent: erasureRequested,
    reportEvent: ticketPersonErased,
    erasePerson: createErasePerson({ ...parts, db, services, findDueDate }),
  });
}

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, audit, services, config, examination, guard } = context;
  const { PORTAL_ORIGIN: portalOrigin, TRIAL: trial } = config;
  const personal = await openPersonalData('ticket', context);
  const applications = new ApplicationRepository(db, personal);
  const tickets = new TicketRepository(db, personal);
  const allotments = new AllotmentRepository(db);
  const jobs = new TicketJobRepository(db);
  const ticketKeys = new TicketKeyRepository(db);
  const repositories = { applications, tickets, allotments, jobs };

  const keys = new KeyRing(ticketKeys, config);
  await keys.prepare();
  const photos = new PhotoReader(services);
  const scannerFiles = await readScannerFiles(config.SCANNER_DIST);
  const printing = await startPrinting(context, { ...repositories, keys, photos });
  const erasure = createPersonErasure(context, personal, { ...repositories, photos });

  return {
    handlers: [
      createAuditHandler(getTicketAudit, audit),
      createExportDataHandler({ db, audit, ...repositories }),
    ],
    eventHandlers: [
      ...createEventHandlers(repositories),
      onApplicationWithdrawn({ db, services, ...repositories }),
      erasure.eventHandler,
    ],
    retainedData: createRetainedData({ db, services, ...repositories }),
    jobs: createObjectSweeps({ connection: db.connection, bucket: personal.bucket, fields: fileFields }),
    queues: [printing.queue, erasure.queue],
    keys: toHeldKeys({ TICKET_KEYS_SECRET: config.TICKET_KEYS_SECRET, MASTER_KEYS: config.MASTER_KEYS }),
    routes: (router) => {
      registerGetTicketRoute(router, guard, { applications, tickets, audit });
      registerTicketContentRoute(router, guard, { tickets, audit });
      registerDownloadCalendarRoute(router, guard, { applications, allotments, examination, portalOrigin });
      registerPreviewTicketRoute(router, guard, {
        ...{ applications, services, photos, audit, examination },
        limit: createRateLimiter(db, PREVIEW_LIMIT),
      });
      registerVerifyTicketRoute(router, { keys, applications, tickets, audit, examination, trial });
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
    ready: printing.ready,
    close: async () => {
      await printing.close();
      await photos.close();
    },
  };
}
