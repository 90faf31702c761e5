import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Service, ServiceContract } from '@archaka/contracts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A request that waits for the test. */
interface HeldRequest {
  readonly socket: Socket;
  readonly respond: () => void;
}

/** A service as the gateway sees it: it publishes a contract and responds by these handlers. */
export interface FakeService {
  readonly url: string;
  /** Received requests, without those of its contract and readiness. */
  readonly requests: IncomingMessage[];
  /** Adds a handler for an address. */
  readonly on: (path: string, handler: Handler) => void;
  /** Holds the next request for an address; later ones are not held. */
  readonly holdNext: (path: string) => Promise<HeldRequest>;
  /** Breaks these connections at their next request. */
  readonly breakOn: (connections: Iterable<Socket>) => void;
  /** Closes the port and every connection, as a killed process does. */
  readonly crash: () => Promise<void>;
  /** Listens again at the same port. */
  readonly restart: () => Promise<void>;
}

type PublishedContract = Partial<Pick<ServiceContract, 'calls' | 'routes'>>;

export async function startFakeService(
  service: Service,
  { calls = [], routes = [] }: PublishedContract,
): Promise<FakeService> {
  const contract: ServiceContract = { service, version: '1', calls, routes };
  const handlers = new Map<string, Handler>([
    ['/contract', (_request, response) => json(response, 200, contract)],
    ['/readyz', (_request, response) => json(response, 200, { status: 'ready' })],
  ]);
  const requests: IncomingMessage[] = [];
  const breaking = new Set<Socket>();
  const respond: Handler = (request, response) => {
    if (breaking.has(request.socket)) return void request.socket.destroy();
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path !== '/contract' && path !== '/readyz') requests.push(request);
    (handlers.get(path) ?? notFound)(request, response);
  };

  let server = await listenOn(0, respond);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (path, handler) => void handlers.set(path, handler),
    holdNext: (path) =>
      new Promise((resolve) => {
        const handler = handlers.get(path) ?? notFound;
        handlers.set(path, (request, response) => {
          handlers.set(path, handler);
          resolve({ socket: request.socket, respond: () => void handler(request, response) });
        });
      }),
    breakOn(connections) {
      for (const connection of connections) breaking.add(connection);
    },
    crash: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    async restart() {
      server = await listenOn(port, respond);
    },
  };
}

const listenOn = (port: number, handler: Handler): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(handler);
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });

const notFound: Handler = (_request, response) => json(response, 404, {});

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/**
 * Sends two concurrent requests over separate connections. After the first response the instance dies: the
 * second
 * request's connection breaks, and the first's at its next use. Returns the second response.
 */
export async function crashDuring(
  service: FakeService,
  path: string,
  send: () => Promise<Response>,
): Promise<Response> {
  const [holdingFirst, first] = [service.holdNext(path), send()];
  const one = await holdingFirst;
  const [holdingSecond, second] = [service.holdNext(path), send()];
  const two = await holdingSecond;
  service.breakOn([one.socket, two.socket]);
  one.respond();
  await (await first).arrayBuffer();
  two.socket.destroy();
  return second;
}

/** A published call of a dashboard. */
export const buildCall = (
  name: string,
  kind: 'query' | 'idempotent' | 'command',
  session: 'required' | 'none' = 'none',
): ServiceContract['calls'][number] => ({
  name,
  path: `/api/dashboard/${name}`,
  methods: ['POST'],
  session,
  kind,
});
