import type { EventEmitter } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import type { Probe } from './monitoring-routes.ts';
import { hasBody } from './read-body.ts';

/** Express's own, compiled. */
type IsTrusted = (address: string, hop: number) => boolean;

/** The peer, or a trusted proxy's client, as Express's `request.ip`; IPv4 without its IPv6 prefix. */
export function createClientAddressReader(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted: IsTrusted = express().set('trust proxy', trustedProxies).get('trust proxy fn');

  return ({ socket, headers }) => {
    let address = socket.remoteAddress ?? '';
    const forwardedFor = headers['x-forwarded-for'];
    if (forwardedFor === undefined) return withoutPrefix(address);
    const hops = String(forwardedFor)
      .split(/\s*,\s*/)
      .reverse();
    for (const [index, hop] of hops.entries()) {
      if (!isTrusted(address, index)) break;
      address = hop.trim();
    }
    return withoutPrefix(address);
  };
}

const withoutPrefix = (address: string): string =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;

export interface RequestLimits {
  /** For all headers; also for a new connection without data. */
  readonly headersMs: number;
  /** For a body without data. */
  readonly bodyMs: number;
  /** Each of this many received bytes extends `bodyMs` by a second. */
  readonly bytesPerSecond: number;
  /** For headers and body together. */
  readonly requestMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  readonly checkIntervalMs: number;
}

/** Decision record 0041. The slowest supported upload line brings 2,200 bytes a second. */
export const requestLimits: RequestLimits = {
  headersMs: 10_000,
  bodyMs: 20_000,
  bytesPerSecond: 1000,
  requestMs: 300_000,
  idleMs: 120_000,
  checkIntervalMs: 1000,
};

/** Node enforces these with 408. */
const serverOptions = ({ headersMs, requestMs, checkIntervalMs }: RequestLimits): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: checkIntervalMs,
});

/** Sends no response: a resumable upload continues after a broken connection, but gives up after a 408. */
function cutSlowBody(request: IncomingMessage, { bodyMs, bytesPerSecond }: RequestLimits): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const [startedAt, bytesBefore] = [performance.now(), socket.bytesRead];
  const getRemainingMs = () => {
    const received = socket.bytesRead - bytesBefore;
    return startedAt + bodyMs + (received / bytesPerSecond) * 1000 - performance.now();
  };
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    if (request.complete || request.destroyed) return;
    const remainingMs = getRemainingMs();
    if (remainingMs <= 0) socket.destroy();
    // A connection that ends after the response closes no request; its timer must not hold the process.
    else timer = setTimeout(check, remainingMs).unref();
  };
  // A short body comes with its headers, before the next tick, and needs no timer.
  process.nextTick(() => {
    check();
    if (timer) request.once('close', () => clearTimeout(timer));
  });
}

/** `/readyz` fails while the process still answers for some time, so that it loses no request. */
export interface Drain {
  readonly probe: Probe;
  /** Idempotent. Resolves when load balancers must have noticed. */
  readonly begin: () => Promise<void>;
}

/** @param ms - time for load balancers to notice; 0 without any */
export function createDrain(ms: number): Drain {
  let draining: Promise<void> | undefined;
  return {
    probe: async () => {
      if (draining) throw new Error('The component is stopping');
    },
    begin: () => {
      draining ??= ms === 0 ? Promise.resolve() : pause(ms);
      return draining;
    },
  };
}

export interface HttpServer {
  readonly port: number;
  /** Ends event streams, answers during the drain, then accepts nothing new and completes requests in flight. */
  readonly stop: () => Promise<void>;
}

const IPV6_LOOPBACK = '::1';
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

const close = (server: SocketServer): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));

async function closeAll(
  server: Server,
  { further, responses, connections }: InFlight & { further: readonly SocketServer[] },
): Promise<void> {
  const sweep = setInterval(() => {
    endStreams(responses);
    closeIdle(server, connections);
  }, 50);
  await Promise.all([server, ...further].map(close));
  clearInterval(sweep);
}

/** Proxies and services could differ in which of several they read (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

function rejectHosts(response: ServerResponse): void {
  const headers = { 'content-type': 'application/problem+json', connection: 'close' };
  const title = 'The request has more than one Host.';
  response.writeHead(400, headers).end(JSON.stringify({ type: 'about:blank', title, status: 400 }));
}

const bind = (server: SocketServer, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));

const toAddresses = (host: string): string[] =>
  host.split(',').flatMap((name) => (name === 'localhost' ? ['127.0.0.1', IPV6_LOOPBACK] : [name]));

const isUnsupported = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Undefined for the loopback of IPv6 on machines without it. */
async function bindFurther(server: Server, host: string, port: number): Promise<SocketServer | undefined> {
  const further = createSocketServer((socket) => server.emit('connection', socket));
  try {
    await bind(further, host, port);
    return further;
  } catch (error) {
    if (host === IPV6_LOOPBACK && isUnsupported(error)) return undefined;
    server.close();
    throw error;
  }
}

/** @returns the servers of the further addresses, all on one port */
async function bindAll(server: Server, host: string, port: number): Promise<SocketServer[]> {
  const [first = '', ...others] = toAddresses(host);
  await bind(server, first, port);
  const { port: bound } = server.address() as AddressInfo;
  const further = await Promise.all(others.map((address) => bindFurther(server, address, bound)));
  return further.filter((one) => one !== undefined);
}

interface ListenOptions {
  /** Comma-separated; `localhost`, the default, stands for both of its addresses. */
  readonly host?: string;
  readonly port: number;
  readonly drain?: Drain;
  readonly limits?: RequestLimits;
}

/** @throws when the port is unavailable. */
export async function listen(
  app: RequestListener,
  { host = 'localhost', port, drain = createDrain(0), limits = requestLimits }: ListenOptions,
): Promise<HttpServer> {
  const inFlight: InFlight = { responses: new Set(), connections: new Set() };
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS, ...serverOptions(limits) });
  server.on('connection', (connection) => trackWhileOpen(inFlight.connections, connection));
  server.on('request', (request, response) => {
    trackWhileOpen(inFlight.responses, response);
    cutSlowBody(request, limits);
    if (hasSeveralHosts(request)) rejectHosts(response);
    else app(request, response);
  });
  const further = await bindAll(server, host, port);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.timeout = limits.idleMs;
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.prependListener('request', (_request, response) => closeAfterResponse(response));
      for (const response of inFlight.responses) closeAfterResponse(response);
      await drain.begin();
      await closeAll(server, { ...inFlight, further });
    },
  };
}
