import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy before the provider that counts the requests of each address. */
export async function startProviderSpy() {
  const counts = new Map<string, number>();
  const target = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request));
    const upstreamResponse = await fetch(`${await target.promise}${url}`, {
      method,
      headers: { authorization, 'content-type': type },
      body,
    });
    response.writeHead(upstreamResponse.status, { 'content-type': 'application/json' });
    response.end(await upstreamResponse.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    /** The provider's address; requests wait until it is set. */
    forwardTo: target.resolve,
    /** Number of requests for the payments of an order. */
    countPolls: (orderId: string): number => counts.get(`/v1/orders/${orderId}/payments`) ?? 0,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
