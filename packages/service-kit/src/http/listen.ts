import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpServer {
  readonly port: number;
  /** Takes no new connections, finishes the requests in hand, ends event streams. */
  readonly stop: () => Promise<void>;
}

/** Above what proxies in front keep a connection, so that they close first. */
const KEEP_ALIVE_MS = 75_000;

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Lets a client know that this is the last answer on its connection; a stream has none, so it ends. */
function wind(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  else if (isStream(response)) response.end();
}

function stop(server: Server, open: Set<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.prependListener('request', (_request, response) => wind(response));
    for (const response of open) wind(response);
  });
}

/**
 * Listens on all addresses.
 * @throws when the port cannot be had.
 */
export async function listen(app: RequestListener, port: number): Promise<HttpServer> {
  const open = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  server.on('request', app);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server, open) };
}
