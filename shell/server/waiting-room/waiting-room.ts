import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readSessionId } from '@archaka/contracts';
import { type HeaderList, portalFull, registerGauges, type Sessions } from '@archaka/service-kit/server';
import { type DiscoveredRoutes, type Failed, parsePath } from '../gateway/routes.ts';
import { isDeskPath, isPage, type ShellFiles } from '../pages/render-page.ts';
import { createPlaces, type HeldPlace, type Places } from './places.ts';
import { createRoom, type Place, type Room } from './room.ts';

const SCRIPT_PATH = '/waiting-room/script.js';

/** Minutes, rounded up. Null while no visitor has been admitted. */
const toMinutes = ({ seconds }: Place): number | null =>
  seconds === undefined ? null : Math.ceil(seconds / 60);

/** Bilingual, since visitors choose the language on later pages. Without scripts it reloads itself. */
function renderWaitingPage(place: Place, { icon, styles }: Pick<ShellFiles, 'icon' | 'styles'>): string {
  const minutes = toMinutes(place);
  return `<!doctype html>
<html lang="te" data-both-languages>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#8C1D18">
<title>కొద్దిసేపు వేచి ఉండండి · Please wait a little</title>
<link rel="icon" type="image/svg+xml" href="/assets/${icon}">
${styles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`).join('\n')}
<noscript><meta http-equiv="refresh" content="${place.pollSeconds}"></noscript>
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<div id="root">
<header class="masthead"><div class="masthead-inner"><p class="masthead-name"><span class="masthead-words">అర్చక పరీక్షలు <span class="second" lang="en">Archaka examinations</span></span></p></div></header>
<main class="page stack">
<h1>కొద్దిసేపు వేచి ఉండండి <span class="second" lang="en">Please wait a little</span></h1>
<p class="paragraph"><span>ఇప్పుడు చాలా మంది ఒకేసారి వచ్చారు. మీ వంతు రాగానే ఈ పేజీ తనంతట తానే తెరుచుకుంటుంది.</span> <span class="second" lang="en">Very many people have come at the same time. This page opens by itself when it is your turn.</span></p>
<div class="card" id="place" role="status" data-poll-seconds="${place.pollSeconds}">
<p class="paragraph"><span>మీ ముందు ఉన్నవారు: <strong class="ahead">${place.ahead}</strong></span> <span class="second" lang="en">People ahead of you: <strong class="ahead">${place.ahead}</strong></span></p>
<p class="paragraph" id="time"${minutes === null ? ' hidden' : ''}><span>వేచి ఉండే సమయం, సుమారు నిమిషాలు: <strong class="minutes">${minutes ?? ''}</strong></span> <span class="second" lang="en">Time to wait, about, in minutes: <strong class="minutes">${minutes ?? ''}</strong></span></p>
</div>
<p class="paragraph"><span>మీ వంతు పోదు: పేజీ మూసినా, ఫోన్ ఆగినా, రెండు గంటలలోపు ఇదే బ్రౌజర్‌లో మళ్ళీ తెరవండి.</span> <span class="second" lang="en">You do not lose your place: if you close this page or the phone goes off, open it again in this browser within two hours.</span></p>
<p class="paragraph"><span>మీరు చెల్లించిన డబ్బు, భద్రపరిచిన ఫారం పోవు.</span> <span class="second" lang="en">Money that you have paid and the form that you have saved are safe.</span></p>
</main>
</div>
</body>
</html>
`;
}

const script = readFileSync(new URL('./waiting-room.js', import.meta.url));

const STATUS_PATH = '/waiting-room';
const SWEEP_MS = 1000;
/** A visit is signed again at most this often. */
const RENEW_MS = 60_000;

interface WaitingRoomOptions {
  /** Visitors inside at a time. */
  readonly limit: number;
  /** Secret that signs places; the same in all instances. */
  readonly secret: string;
  readonly portalOrigin: string;
  readonly routes: DiscoveredRoutes;
  readonly sessions: Pick<Sessions, 'isKnown'>;
  readonly files: ShellFiles;
  readonly securityHeaders: HeaderList;
}

interface Behind {
  readonly portal: RequestListener;
  readonly failed: Failed;
}

interface Visitor {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: HeldPlace | undefined;
}

/**
 * Precedes the portal: while it is full, new visitors get a waiting page, and calls without a session are
 * rejected. Admitted and signed-in visitors, providers, scanners and files pass. Without Express and the services: its
 * responses must cost less than the requests that they replace.
 */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  readonly #behind: Behind;
  readonly #room: Room;
  readonly #places: Places;
  readonly #sweep: NodeJS.Timeout;

  constructor(options: WaitingRoomOptions, behind: Behind) {
    this.#options = options;
    this.#behind = behind;
    this.#room = createRoom({ limit: options.limit });
    const secure = options.portalOrigin.startsWith('https:');
    this.#places = createPlaces({ secret: options.secret, secure });
    this.#sweep = setInterval(this.#room.sweep, SWEEP_MS);
    registerRoomMetrics(this.#room);
  }

  readonly listener: RequestListener = (request, response) => {
    const path = parsePath(request.url);
    const place = this.#places.read(request.headers.cookie);
    const visitor = { request, response, place };
    if (path === SCRIPT_PATH) {
      response.setHeader('cache-control', 'public, max-age=300');
      this.#send(response, 200, 'text/javascript', script);
    } else if (path === STATUS_PATH) this.#sendStatus(visitor);
    else if (place?.kind === 'visit') this.#passInside(visitor, place);
    else this.#receive(visitor, path);
  };

  stop(): void {
    clearInterval(this.#sweep);
  }

  #passInside({ request, response }: Visitor, { id, since }: HeldPlace): void {
    this.#room.visit(id);
    if (Date.now() - since > RENEW_MS) this.#setPlace(response, { kind: 'visit', id, since: Date.now() });
    this.#behind.portal(request, response);
  }

  #receive(visitor: Visitor, path: string): void {
    const { request, response } = visitor;
    const { portal, failed } = this.#behind;
    const wanted = this.#isForNewcomers(request, path);
    if (!wanted || this.#isSignedIn(request)) portal(request, response);
    else if (wanted === 'page') this.#openPage(visitor);
    else if (this.#room.isFull()) failed(request, response, portalFull());
    else portal(request, response);
  }

  #openPage(visitor: Visitor): void {
    const { request, response } = visitor;
    const place = this.#findPlace(visitor);
    if (!place) {
      this.#behind.portal(request, response);
      return;
    }
    response.setHeader('cache-control', 'no-store');
    response.setHeader('retry-after', String(place.pollSeconds));
    this.#send(response, 503, 'text/html', renderWaitingPage(place, this.#options.files));
  }

  /** A newcomer's first request: a page, or a call that needs no session. The department's staff never waits. */
  #isForNewcomers(request: IncomingMessage, path: string): 'page' | 'call' | undefined {
    const route = this.#options.routes.table().findRoute(request.method, path);
    const isForStaff = route?.service === 'desk' || isDeskPath(path);
    if (isForStaff) return undefined;
    if (route) return route.call && !route.needsSession ? 'call' : undefined;
    return isPage(path) ? 'page' : undefined;
  }

  #isSignedIn({ headers }: IncomingMessage): boolean {
    const { portalOrigin, sessions } = this.#options;
    const sessionId = readSessionId(headers.cookie, portalOrigin);
    return sessionId !== undefined && sessions.isKnown(sessionId);
  }

  /** Also stored in a cookie. Undefined: admitted. */
  #findPlace({ place: held, response }: Visitor): Place | undefined {
    const waiter = held ? { id: held.id, arrivedAt: held.since } : this.#places.createWaiter();
    const { id, arrivedAt } = waiter;
    const place = this.#room.wait(waiter);
    if (!place) this.#setPlace(response, { kind: 'visit', id, since: Date.now() });
    else if (!held) this.#setPlace(response, { kind: 'wait', id, since: arrivedAt });
    return place;
  }

  #setPlace(response: ServerResponse, place: HeldPlace): void {
    response.appendHeader('set-cookie', this.#places.write(place));
  }

  #sendStatus(visitor: Visitor): void {
    const place = visitor.place?.kind === 'visit' ? undefined : this.#findPlace(visitor);
    visitor.response.setHeader('cache-control', 'no-store');
    this.#send(visitor.response, 200, 'application/json', JSON.stringify(toStatus(place)));
  }

  #send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
    for (const [name, value] of this.#options.securityHeaders) response.setHeader(name, value);
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.writeHead(status).end(body);
  }
}

const toStatus = (place: Place | undefined) =>
  place
    ? {
        admitted: false,
        ahead: place.ahead,
        minutes: toMinutes(place),
        poll_seconds: place.pollSeconds,
      }
    : { admitted: true };

const registerRoomMetrics = (room: Room): void =>
  registerGauges(
    {
      visitors_inside: 'Admitted visitors of the waiting room who made a request recently',
      visitors_waiting: 'Visitors in line',
    },
    async () => {
      const { inside, waiting } = room.count();
      return { visitors_inside: inside, visitors_waiting: waiting };
    },
  );
