import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request that a fault strikes; `pass` sends it on after all. */
export type Strike = (response: ServerResponse, pass: () => void) => void;

export interface Fault {
  /** Stands in the headers or the body of those requests that it strikes. */
  readonly mark: string;
  readonly paths: RegExp;
  readonly strike: Strike;
}

/** Stands before a part of the portal, and does with some requests what that part does when it is down. */
export interface Front {
  readonly url: string;
  /** @returns how it ends */
  readonly begin: (fault: Fault) => () => void;
  readonly close: () => Promise<void>;
}

async function wholeOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function passOn(incoming: IncomingMessage, { body, target, response }: Passing): void {
  const { method, url, headers } = incoming;
  const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  onward.end(body);
}

interface Passing {
  readonly body: Buffer;
  readonly target: string;
  readonly response: ServerResponse;
}

/** @param target address of the part */
export async function openFront(target: string): Promise<Front> {
  const faults = new Set<Fault>();
  const server = createServer(async (incoming, response) => {
    const body = await wholeOf(incoming).catch(() => undefined);
    if (!body) return;
    const said = JSON.stringify(incoming.headers) + body;
    const fault = [...faults].find(
      ({ mark, paths }) => said.includes(mark) && paths.test(incoming.url ?? ''),
    );
    const pass = () => passOn(incoming, { body, target, response });
    if (fault) fault.strike(response, pass);
    else pass();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    begin(fault) {
      faults.add(fault);
      return () => void faults.delete(fault);
    },
    async close() {
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
