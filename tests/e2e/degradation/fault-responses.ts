import { setTimeout as after } from 'node:timers';
import type { FaultHandler } from './fault-proxy.ts';

const LATE_MS = 2500;

const respondWith =
  (status: number, type: string, body: string): FaultHandler =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** Behaviours of a faulty component. */
export const faultHandlers = {
  /** The process has ended: connections break. */
  breakConnection: (response) => void response.socket?.destroy(),
  /** Accepts the request without a response, as a stopped process does. */
  hang: () => undefined,
  respondLate: (_response, pass) => void after(pass, LATE_MS),
  /** The page of a proxy or of a host under maintenance. */
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
  /** The response of another version to the call. */
  respondAsOtherVersion: respondWith(200, 'application/json', '{"status":200,"data":[{"jwt":"x"}]}'),
} as const satisfies Record<string, FaultHandler>;
