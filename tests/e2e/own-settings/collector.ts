import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly component: string;
  readonly traceId: string;
  readonly name: string;
}

interface ExportedTraces {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: { readonly spans: { traceId: string; name: string }[] }[];
  }[];
}

const toSpans = ({ resourceSpans }: ExportedTraces): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ component: name, ...span })));
  });

/** Receives spans by OTLP over HTTP, like an operator's collector. */
export type Collector = Awaited<ReturnType<typeof startCollector>>;

export async function startCollector() {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await json(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getSpans: () => bodies.flatMap((body) => toSpans(body as ExportedTraces)),
    /** The text of all received requests. */
    text: () => JSON.stringify(bodies),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
