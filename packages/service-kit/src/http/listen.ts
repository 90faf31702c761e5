import type { EventEmitter } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createDrain, type Drain } from './drain.ts';
import { cutSlowBody, type RequestLimits, requestLimits, serverOptions } from './request-limits.ts';

export interface HttpServer {
  readonly port: number;
  /** Ends event streams, answers during the drain, then accepts nothing new and completes requests in flight. */
  readonly stop: () => Promise<void>;
}

/** Longer than the proxies' idle timeout, so that they close first. */
const IDLE_TIMEOUT_MS = 75_000;
/** Forces clients to reconnect, which gives newer instances a share. */
const MAX_REQUESTS_PER_CONNECTION = 1000;

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** A stream has no next response, so it ends. */
function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  else if (isStream(response)) response.end();
}

function trackWhileOpen<Tracked extends EventEmitter>(open: Set<Tracked>, item: Tracked): void {
  open.add(item);
  item.once('close', () => open.delete(item));
}

interface InFlight {
  readonly responses: Set<ServerResponse>;
  readonly connections: Set<Socket>;
}

/** Closes also unused connections, such as browsers open in advance: Node does not count them as idle. */
function closeIdle(server: Server, connections: Iterable<Socket>): void {
  server.closeIdleConnections();
  for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
}

/** A stream may open after all others ended, when its request came before. */
function endStreams(responses: Iterable<ServerResponse>): void {
  for (const response of responses) if (response.headersSent && isStream(response)) response.end();
}

function closeServer(server: Server, { responses, connections }: InFlight): Promise<void> {
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

interface ListenOptions {
  readonly port: number;
  readonly drain?: Drain;
  readonly limits?: RequestLimits;
}

/** @throws when the port is unavailable. */
export async function listen(
  app: RequestListener,
  { port, drain = createDrain(0), limits = requestLimits }: ListenOptions,
): Promise<HttpServer> {
  const inFlight: InFlight = { responses: new Set(), connections: new Set() };
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS, ...serverOptions(limits) });
  server.on('connection', (connection) => trackWhileOpen(inFlight.connections, connection));
  server.on('request', (request, response) => {
    trackWhileOpen(inFlight.responses, response);
    cutSlowBody(request, limits);
  });
  server.on('request', app);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.timeout = limits.idleMs;
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.prependListener('request', (_request, response) => closeAfterResponse(response));
      for (const response of inFlight.responses) closeAfterResponse(response);
      await drain.begin();
      await closeServer(server, inFlight);
    },
  };
}
