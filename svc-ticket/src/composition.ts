import { routes } from '@archaka/contracts';
import {
  createObjectSweeps,
  loadExaminations,
  openPersonalData,
  servePersonalData,
} from '@archaka/privacy-kit';
import { type ServiceContext, type ServiceModule, toHeldKeys, WorkQueue } from '@archaka/service-kit';
import type { Config } from './config.ts';
import { createEventHandlers } from './events/handlers.ts';
import { createHallHandlers } from './features/allot-halls/allot-halls.ts';
import { createPlanQueue } from './features/allot-halls/work-on-plans.ts';
import type { Dependencies } from './features/dependencies.ts';
import { registerDownloadCalendarRoute } from './features/download-calendar.ts';
import { registerDownloadMemoRoute } from './features/download-memo.ts';
import { registerFindResultRoutes } from './features/find-result/find-result.ts';
import { registerGetTicketRoute } from './features/get-ticket.ts';
import {
  createPackHandlers,
  createPackQueue,
  registerPackPieceRoute,
} from './features/make-hall-pack/hall-packs.ts';
import { createTicketMaker, registerBacklogMetrics } from './features/make-ticket/make-ticket.ts';
import { PhotoReader } from './features/make-ticket/photo-reader.ts';
import { registerPreviewTicketRoute } from './features/preview-ticket/preview-ticket.ts';
import { readScannerFiles, registerScannerRoutes } from './features/serve-scanner.ts';
import { KeyRing, registerPublishKeysRoute } from './features/sign-ticket.ts';
import { registerVerifyTicketRoute } from './features/verify-ticket/verify-ticket.ts';
import { createRepositories, fileFields } from './persistence/repositories.ts';
import { declarePersonalData, onApplicationWithdrawn, registerTicketContentRoute } from './personal-data.ts';
import { chooseChromium } from './render/chromium.ts';
import { SheetRenderer, ticketPrinting } from './render/renderer.ts';

async function startPrinting(deps: Dependencies) {
  const { config, log } = deps;
  const { jobs } = deps.repositories;
  const renderer = await SheetRenderer.open({
    ...ticketPrinting,
    chromium: chooseChromium(config, log),
    log,
  });
  const queue = new WorkQueue({
    name: 'tickets',
    rows: jobs.rows,
    handle: createTicketMaker(deps, renderer),
    concurrency: config.TICKET_PAGES,
    log,
  });
  registerBacklogMetrics(jobs);
  const stopWatching = jobs.watchEnqueued(() => queue.notify());
  return {
    renderer,
    queue,
    ready: () => renderer.ready(),
    close: async () => {
      await stopWatching();
      await renderer.close();
    },
  };
}

function createHalls(deps: Dependencies) {
  const plans = createPlanQueue(deps);
  const packs = createPackQueue(deps);
  return {
    handlers: [...createHallHandlers(deps, plans), ...createPackHandlers(deps, packs)],
    queues: [plans, packs],
  };
}

export async function createServiceModule(context: ServiceContext<Config>): Promise<ServiceModule> {
  const { db, config } = context;
  const personal = await openPersonalData('ticket', context);
  const repositories = createRepositories(db, personal);
  const keys = new KeyRing(repositories.ticketKeys, config);
  await keys.prepare();
  const photos = new PhotoReader(context.services);
  const { examination } = context;
  const examinations = new Map(await loadExaminations(config.EXAM_FILE, db));
  examinations.set(examination.examine_year, examination);
  const findExamination = (year: string) => examinations.get(year);
  const deps: Dependencies = { ...context, repositories, keys, photos, findExamination };
  const scannerFiles = await readScannerFiles(config.SCANNER_DIST);
  const printing = await startPrinting(deps);
  const halls = createHalls(deps);
  const personalData = await servePersonalData('ticket', context, {
    ...declarePersonalData(deps),
    destroyDataKey: personal.destroyDataKey,
  });

  return {
    handlers: [...halls.handlers, ...personalData.handlers],
    eventHandlers: [
      ...createEventHandlers(repositories, findExamination),
      onApplicationWithdrawn(deps),
      ...personalData.eventHandlers,
    ],
    jobs: [
      ...personalData.jobs,
      ...createObjectSweeps({ connection: db.connection, bucket: personal.bucket, fields: fileFields }),
    ],
    queues: [printing.queue, ...halls.queues, ...personalData.queues],
    keys: toHeldKeys({ TICKET_KEYS_SECRET: config.TICKET_KEYS_SECRET, MASTER_KEYS: config.MASTER_KEYS }),
    routes: (router) => {
      registerGetTicketRoute(router, deps);
      registerTicketContentRoute(router, deps);
      registerPackPieceRoute(router, deps);
      registerDownloadCalendarRoute(router, deps);
      registerPreviewTicketRoute(router, deps);
      registerDownloadMemoRoute(router, deps, printing.renderer);
      registerFindResultRoutes(router, deps);
      registerVerifyTicketRoute(router, deps);
      registerPublishKeysRoute(router, repositories.ticketKeys);
      if (scannerFiles) registerScannerRoutes(router, scannerFiles);
    },
    publicRoutes: [
      routes.getTicket,
      routes.previewTicket,
      routes.examinationCalendar,
      routes.getMemo,
      routes.resultsPage,
      routes.findResult,
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
