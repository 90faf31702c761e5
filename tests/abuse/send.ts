import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import type { Endpoint } from './endpoints.ts';

/** Maximum time of any endpoint for a hostile request. */
const RESPONSE_TIMEOUT_MS = scaledTimeout(30_000);

/** An HTTP status; `cut` if the connection ended without one, `silent` without a response in time. */
export type Outcome = number | 'cut' | 'silent';

interface RequestContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Closes the connection after half of the announced length. */
  readonly isIncomplete?: boolean | undefined;
}

/** Sends a request over a separate connection, which is closed after the response's head. */
export function send(
  { url, method }: Pick<Endpoint, 'url' | 'method'>,
  { headers, body, isIncomplete }: RequestContent,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const length = body ? { 'content-length': String(body.length) } : {};
  const clientRequest = request(url, { method, headers: { ...length, ...headers }, agent: false });
  const timeout = setTimeout(() => end('silent'), RESPONSE_TIMEOUT_MS);
  const end = (outcome: Outcome) => {
    clearTimeout(timeout);
    resolve(outcome);
    clientRequest.destroy();
  };
  clientRequest.once('response', ({ statusCode }: IncomingMessage) => end(statusCode ?? 'cut'));
  clientRequest.on('error', () => end('cut'));
  if (isIncomplete && body) clientRequest.write(body.subarray(0, body.length / 2), () => end('cut'));
  else clientRequest.end(body);
  return promise;
}

const TRICKLE_MS = 1000;

/** Connections that stay open until they are closed. */
export interface SlowConnections {
  readonly countOpen: () => number;
  readonly close: () => void;
}

/** Half a head, byte by byte; a whole head and a body, byte by byte; and no data. */
const createHeads = (method: string, { pathname, host }: URL): string[] => {
  const head = `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  return [
    head,
    `${head}${json}Content-Length: 60000\r\n\r\n`,
    `${head}${json}Transfer-Encoding: chunked\r\n\r\n`,
    '',
  ];
};

/** Opens slow connections to each of the ports. */
export function openSlowConnections(endpoints: readonly Endpoint[]): SlowConnections {
  const openSockets = new Set<Socket>();
  const trickles = endpoints.flatMap((endpoint) => {
    const url = new URL(endpoint.url);
    return createHeads(endpoint.method, url).map((head) => {
      const socket = connect(Number(url.port), 'localhost').on('error', () => undefined);
      openSockets.add(socket.on('data', () => undefined));
      if (head) socket.write(head);
      const trickle = setInterval(() => head.length > 0 && socket.write('a'), TRICKLE_MS);
      socket.once('close', () => {
        clearInterval(trickle);
        openSockets.delete(socket);
      });
      return trickle;
    });
  });
  return {
    countOpen: () => openSockets.size,
    close() {
      for (const trickle of trickles) clearInterval(trickle);
      for (const socket of openSockets) socket.destroy();
    },
  };
}
