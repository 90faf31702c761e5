import type { IncomingMessage, RequestListener } from 'node:http';
import { readSessionId } from '@archaka/contracts';
import { portalFull, registerGauges, type Sessions } from '@archaka/service-kit/server';
import { parsePath } from '../gateway/parse-path.ts';
import type { DiscoveredRoutes } from '../gateway/route-discovery.ts';
import type { Failed } from '../gateway/unrouted.ts';
import { isPage } from '../pages/render-page.ts';
import { type AnswerOptions, createAnswers, type Visitor } from './answers.ts';
import { createPlaces, type HeldPlace } from './places.ts';
import { createRoom, type Room } from './room.ts';
import { SCRIPT_PATH } from './waiting-page.ts';

const STATUS_PATH = '/waiting-room';
const SWEEP_MS = 1000;
/** A visit is signed again at most this often. */
const RENEW_MS = 60_000;

export interface WaitingRoomOptions extends Pick<AnswerOptions, 'files' | 'securityHeaders'> {
  /** Visitors inside at a time. */
  readonly limit: number;
  /** Secret that signs places; the same in all instances. */
  readonly secret: string;
  readonly portalOrigin: string;
  readonly routes: DiscoveredRoutes;
  readonly sessions: Pick<Sessions, 'isKnown'>;
}

export interface Behind {
  readonly portal: RequestListener;
  readonly failed: Failed;
}

export interface WaitingRoom {
  readonly listener: RequestListener;
  readonly stop: () => void;
}

/**
 * Precedes the portal: while it is full, new visitors get a waiting page, and calls without a session are
 * rejected. Admitted and signed-in visitors, providers, scanners and files pass.
 */
export function createWaitingRoom(options: WaitingRoomOptions, { portal, failed }: Behind): WaitingRoom {
  const { portalOrigin, routes, sessions } = options;
  const room = createRoom({ limit: options.limit });
  const places = createPlaces({ secret: options.secret, secure: portalOrigin.startsWith('https:') });
  const answer = createAnswers({ ...options, room, places });
  registerRoomMetrics(room);
  const sweep = setInterval(room.sweep, SWEEP_MS);

  /** A newcomer's first request: a page, or a call that needs no session. */
  function isForNewcomers(request: IncomingMessage, path: string): 'page' | 'call' | undefined {
    const route = routes.table().findRoute(request.method, path);
    if (route) return route.call && !route.needsSession ? 'call' : undefined;
    return isPage(path) ? 'page' : undefined;
  }

  function isSignedIn({ headers }: IncomingMessage): boolean {
    const sessionId = readSessionId(headers.cookie, portalOrigin);
    return sessionId !== undefined && sessions.isKnown(sessionId);
  }

  function passInside({ request, response }: Visitor, { id, since }: HeldPlace): void {
    room.visit(id);
    if (Date.now() - since > RENEW_MS) answer.setPlace(response, { kind: 'visit', id, since: Date.now() });
    portal(request, response);
  }

  function receive(visitor: Visitor, path: string): void {
    const { request, response } = visitor;
    const wanted = isForNewcomers(request, path);
    if (!wanted || isSignedIn(request)) portal(request, response);
    else if (wanted === 'page') answer.openPage(visitor, () => portal(request, response));
    else if (room.isFull()) failed(request, response, portalFull());
    else portal(request, response);
  }

  return {
    listener(request, response) {
      const path = parsePath(request.url);
      const place = places.read(request.headers.cookie);
      const visitor = { request, response, place };
      if (path === SCRIPT_PATH) answer.sendScript(visitor);
      else if (path === STATUS_PATH) answer.sendStatus(visitor);
      else if (place?.kind === 'visit') passInside(visitor, place);
      else receive(visitor, path);
    },
    stop: () => clearInterval(sweep),
  };
}

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
