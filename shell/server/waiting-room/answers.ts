import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList } from '@archaka/service-kit/server';
import type { ShellFiles } from '../pages/shell-files.ts';
import type { HeldPlace, Places } from './places.ts';
import type { Place, Room } from './room.ts';
import { renderWaitingPage, toMinutes } from './waiting-page.ts';

const script = readFileSync(new URL('./waiting-room.js', import.meta.url));

export interface AnswerOptions {
  readonly room: Room;
  readonly places: Places;
  readonly files: ShellFiles;
  readonly securityHeaders: HeaderList;
}

export interface Visitor {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly place: HeldPlace | undefined;
}

/** Without Express and the services: these responses must cost less than the requests that they replace. */
export function createAnswers({ room, places, files, securityHeaders }: AnswerOptions) {
  const setPlace = (response: ServerResponse, place: HeldPlace): void =>
    void response.appendHeader('set-cookie', places.write(place));

  /** Also stored in a cookie. Undefined: admitted. */
  function findPlace({ place: held, response }: Visitor): Place | undefined {
    const waiter = held ? { id: held.id, arrivedAt: held.since } : places.createWaiter();
    const { id, arrivedAt } = waiter;
    const place = room.wait(waiter);
    if (!place) setPlace(response, { kind: 'visit', id, since: Date.now() });
    else if (!held) setPlace(response, { kind: 'wait', id, since: arrivedAt });
    return place;
  }

  function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.writeHead(status).end(body);
  }

  function sendWaitingPage(response: ServerResponse, place: Place): void {
    response.setHeader('cache-control', 'no-store');
    response.setHeader('retry-after', String(place.pollSeconds));
    send(response, 503, 'text/html', renderWaitingPage(place, files));
  }

  return {
    setPlace,
    sendScript({ response }: Visitor): void {
      response.setHeader('cache-control', 'public, max-age=300');
      send(response, 200, 'text/javascript', script);
    },
    sendStatus(visitor: Visitor): void {
      const place = visitor.place?.kind === 'visit' ? undefined : findPlace(visitor);
      visitor.response.setHeader('cache-control', 'no-store');
      send(visitor.response, 200, 'application/json', JSON.stringify(toStatus(place)));
    },
    openPage(visitor: Visitor, open: () => void): void {
      const place = findPlace(visitor);
      if (place) sendWaitingPage(visitor.response, place);
      else open();
    },
  };
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
