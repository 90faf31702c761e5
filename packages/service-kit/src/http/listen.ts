import type { EventEmitter } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Drain, drainFor } from './drain.ts';
import { cutSlowBody, type RequestLimits, requestLimits, serverOptions } from './request-limits.ts';

export interface HttpServer {
  readonly port: number;
  /** Ends event streams, answers all that comes while it drains, then takes nothing new and finishes what is in hand. */
  readonly stop: () => Promise<void>;
}

/** Above what proxies in front keep a connection, so that they close first. */
const KEEP_ALIVE_MS = 75_000;
/** After so many a client has to connect anew, which lets instances that came later have their share. */
const REQUESTS_A_CONNECTION = 1000;

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Lets a client know that this is the last answer on its connection; a stream has none, so it ends. */
function wind(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  else if (isStream(response)) response.end();
}

function keepWhileOpen<Kept extends EventEmitter>(open: Set<Kept>, kept: Kept): void {
  open.add(kept);
  kept.once('close', () => open.delete(kept));
}

/** What is in a server's hands. */
interface InHand {
  readonly responses: Set<ServerResponse>;
  readonly connections: Set<Socket>;
}

/** To Node a connection on which nothing has come yet, as browsers open some in advance, is not idle. */
function closeIdle(server: Server, connections: Iterable<Socket>): void {
  server.closeIdleConnections();
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
}

/** A stream may open when all others have been ended: it was asked for before. */
function endStreams(responses: Iterable<ServerResponse>): void {
  for (const response of responses) if (response.headersSent && isStream(response)) response.end();
}

function close(server: Server, { responses, connections }: InHand): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => {
      endStreams(responses);
      closeIdle(server, connections);
    }, 50);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}

interface Listening {
  readonly port: number;
  readonly drain?: Drain;
  readonly limits?: RequestLimits;
}

/**
 * Listens on all addresses.
 * @throws when the port cannot be had.
 */
export async function listen(
  app: RequestListener,
  { port, drain = drainFor(0), limits = requestLimits }: Listening,
): Promise<HttpServer> {
  const inHand: InHand = { responses: new Set(), connections: new Set() };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ...serverOptions(limits) });
  server.on('connection', (connection) => keepWhileOpen(inHand.connections, connection));
  server.on('request', (request, response) => {
    keepWhileOpen(inHand.responses, response);
    cutSlowBody(request, limits);
  });
  server.on('request', app);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION;
  server.timeout = limits.silenceMs;
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.prependListener('request', (_request, response) => wind(response));
      for (const response of inHand.responses) wind(response);
      await drain.begin();
      await close(server, inHand);
    },
  };
}
