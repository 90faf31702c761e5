import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers';

/** Handles a request that a fault affects; `forward` sends it on. */
export type FaultHandler = (response: ServerResponse, forward: () => void) => void;

export interface Fault {
  /** Occurs in the headers or the body of the affected requests. */
  readonly mark: string;
  readonly paths: RegExp;
  readonly handle: FaultHandler;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function forwardRequest(
  incoming: IncomingMessage,
  body: Buffer,
  target: string,
  response: ServerResponse,
): void {
  const { method, url, headers } = incoming;
  const upstreamRequest = request(new URL(url ?? '/', target), { method, headers }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    upstreamResponse.pipe(response);
  });
  upstreamRequest.on('error', () => response.destroy());
  response.on('close', () => upstreamRequest.destroy());
  upstreamRequest.end(body);
}

/** Of a component: can handle some requests as if the component were down. */
export type FaultProxy = Awaited<ReturnType<typeof openFaultProxy>>;

/** @param target address of the component */
export async function openFaultProxy(target: string) {
  const faults = new Set<Fault>();
  const server = createServer(async (incoming, response) => {
    const body = await readBody(incoming).catch(() => undefined);
    if (!body) return;
    const requestText = JSON.stringify(incoming.headers) + body;
    const fault = [...faults].find(
      ({ mark, paths }) => requestText.includes(mark) && paths.test(incoming.url ?? ''),
    );
    const forward = () => forwardRequest(incoming, body, target, response);
    if (fault) fault.handle(response, forward);
    else forward();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** @returns a function that ends the fault */
    startFault(fault: Fault) {
      faults.add(fault);
      return () => void faults.delete(fault);
    },
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}

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
