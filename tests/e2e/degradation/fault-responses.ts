import { setTimeout as after } from 'node:timers';
import type { FaultHandler } from './fault-proxy.ts';

const LATE_MS = 2500;

const respondWith =
  (status: number, type: string, body: string): FaultHandler =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** What a part does with requests that is down in one way or another. */
export const faultHandlers = {
  /** Its process is gone: connections break, and no others are taken. */
  breakConnection: (response) => void response.socket?.destroy(),
  /** Takes the request and says nothing, as a process that is stopped. */
  hang: () => undefined,
  respondLate: (_response, pass) => void after(pass, LATE_MS),
  /** A proxy, or the page of a host that is in trouble, in its place. */
  respondWithPage: respondWith(200, 'text/html; charset=utf-8', '<!doctype html><title>Maintenance</title>'),
  respondNotFound: respondWith(
    404,
    'application/problem+json',
    '{"status":404,"code":"not-found","title":"No such call"}',
  ),
  respondWithError: respondWith(
    500,
    'application/problem+json',
    '{"status":500,"code":"unexpected","title":"Broken"}',
  ),
  /** The call as another version answers it. */
  respondAsOtherVersion: respondWith(200, 'application/json', '{"status":200,"data":[{"jwt":"x"}]}'),
} as const satisfies Record<string, FaultHandler>;
