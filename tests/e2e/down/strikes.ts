import { setTimeout as after } from 'node:timers';
import type { Strike } from './front.ts';

const LATE_MS = 2500;

const answer =
  (status: number, type: string, body: string): Strike =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

/** What a part does with requests that is down in one way or another. */
export const strikes = {
  /** Its process is gone: connections break, and no others are taken. */
  breaks: (response) => void response.socket?.destroy(),
  /** Takes the request and says nothing, as a process that is stopped. */
  silent: () => undefined,
  late: (_response, pass) => void after(pass, LATE_MS),
  /** A proxy, or the page of a host that is in trouble, in its place. */
  page: answer(200, 'text/html; charset=utf-8', '<!doctype html><title>Maintenance</title>'),
  absent: answer(404, 'application/problem+json', '{"status":404,"code":"not-found","title":"No such call"}'),
  failing: answer(500, 'application/problem+json', '{"status":500,"code":"unexpected","title":"Broken"}'),
  /** The call as another version answers it. */
  otherVersion: answer(200, 'application/json', '{"status":200,"data":[{"jwt":"x"}]}'),
} as const satisfies Record<string, Strike>;
