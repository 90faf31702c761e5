import { routes } from '@archaka/contracts';
import { type Built, type Context, heldKeys, limitOn, workQueue } from '@archaka/service-kit';
import type { Config } from './config.ts';
import { takes } from './events/takes.ts';
import { getTicket } from './features/get-ticket/route.ts';
import { ticketMaker } from './features/make-ticket/make-ticket.ts';
import { showBacklog } from './features/make-ticket/show-backlog.ts';
import { startPreviewer } from './features/preview-ticket/previewer.ts';
import { previewTicket } from './features/preview-ticket/route.ts';
import { publishKeys } from './features/publish-keys/route.ts';
import { newsRecorder } from './features/record-news/record-news.ts';
import { readScanner } from './features/serve-scanner/files.ts';
import { serveScanner } from './features/serve-scanner/route.ts';
import { openKeyRing } from './features/sign-ticket/open-key-ring.ts';
import { verifyTicket } from './features/verify-ticket/route.ts';
import { judge } from './features/verify-ticket/verdict.ts';
import { makeHome } from './render/home.ts';
import { openPress } from './render/press.ts';
import { chooseChromium } from './render/sandbox.ts';
import { applicationsIn } from './store/applications.ts';
import { jobsIn } from './store/jobs.ts';
import { keysIn } from './store/keys.ts';
import { previewsIn } from './store/previews.ts';
import { ticketsIn } from './store/tickets.ts';

/** Far more than anybody asks who waits for a preview. */
const PREVIEWS = { name: 'previews', points: 120, seconds: 600 };

/** Wires svc-ticket together. */
export async function build({
  log,
  db,
  events,
  services,
  config,
  facts,
  guard,
}: Context<Config>): Promise<Built> {
  const applications = applicationsIn(db);
  const jobs = jobsIn(db);
  const tickets = ticketsIn(db);
  const storedKeys = keysIn(db);
  const keys = openKeyRing(storedKeys, config);
  await keys.prepare();

  const home = await makeHome();
  const press = openPress({
    chromium: chooseChromium(config, log),
    home: home.path,
    browserLife: config.TICKETS_PER_BROWSER,
    log,
  });
  const { PORTAL_ORIGIN: portalOrigin, TRIAL: trial } = config;
  const makeTicket = ticketMaker({
    db,
    events,
    services,
    facts,
    portalOrigin,
    trial,
    applications,
    jobs,
    tickets,
    keys,
    press,
  });
  showBacklog(jobs);
  const ticketQueue = workQueue({
    name: 'tickets',
    rows: jobs.rows,
    handle: makeTicket,
    concurrency: config.TICKET_PAGES,
    log,
  });
  const stopWatching = jobs.watch(ticketQueue.notify);
  const asks = limitOn(db, PREVIEWS);
  const scanner = await readScanner(config.SCANNER_DIST);
  const previewer = startPreviewer({ services, facts, previews: previewsIn(db), press, ticketQueue, log });

  return {
    handlers: [],
    takes: takes(newsRecorder({ applications, jobs, tickets })),
    queues: [ticketQueue],
    keys: heldKeys({ TICKET_KEYS_SECRET: config.TICKET_KEYS_SECRET }),
    routes: (router) => {
      getTicket(router, guard, { applications, tickets });
      previewTicket(router, guard, { applications, services, asks, previewer });
      verifyTicket(router, { facts, trial, judge: (token) => judge(token, { keys, applications, tickets }) });
      publishKeys(router, storedKeys);
      if (scanner) serveScanner(router, scanner);
    },
    publicRoutes: [
      routes.getTicket,
      routes.previewTicket,
      routes.verifyTicket,
      ...(scanner ? [routes.scanner, routes.scannerFile] : []),
    ],
    ready: press.ready,
    close: async () => {
      await stopWatching();
      await previewer.stop();
      await press.close();
      await home.remove();
    },
  };
}
