import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineCall, mapAddressVariables, plainOutcome } from '@archaka/contracts';
import { afterEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { DependencyUnavailable } from './errors.ts';
import { runInScope } from './scope.ts';
import { createServiceClient } from './service-client.ts';

const definition = { service: 'payment', session: 'service', request: z.object({ id: z.string() }) } as const;
const query = defineCall({ name: 'ask', ...definition, kind: 'query', response: plainOutcome() });
const command = defineCall({ name: 'act', ...definition, kind: 'command', response: plainOutcome() });

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type ResponseStub = (request: IncomingMessage, response: ServerResponse) => void;

/** A svc-payment that sends these responses in turn, then repeats the last one, and a client of it. */
async function connect(...responses: [ResponseStub, ...ResponseStub[]]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const respond = responses[Math.min(requests.push(request), responses.length) - 1];
    request.resume().once('end', () => respond?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const urls = { ...mapAddressVariables(() => url), TICKET_URL: 'http://127.0.0.1:9' };
  const client = createServiceClient(urls, async (audience) => `token-for-${audience}`);
  closing.push(
    client.close,
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { client, requests };
}

const respondWith =
  (status: number, body: unknown = {}): ResponseStub =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const breakConnection: ResponseStub = ({ socket }) => socket.destroy();
const neverRespond: ResponseStub = () => {};
const respondOk = respondWith(200, { status: 200, more: 'unknown' });

test('sends its token, request id and trace with a call', async () => {
  const { client, requests } = await connect(respondOk);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const result = await runInScope({ requestId: 'r1', traceparent }, () => client.call(query, { id: 'x' }));
  expect(result).toEqual({ status: 200 });
  expect(requests[0]?.url).toBe('/internal/ask');
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer token-for-svc-payment',
    'x-request-id': 'r1',
    traceparent,
  });
});

test('retries a query, but not a command', async () => {
  const first = await connect(breakConnection, respondWith(503), respondOk);
  expect(await first.client.call(query, { id: 'x' })).toEqual({ status: 200 });
  expect(first.requests).toHaveLength(3);
  const second = await connect(breakConnection, respondOk);
  await expect(second.client.call(command, { id: 'x' })).rejects.toBeInstanceOf(DependencyUnavailable);
  expect(second.requests).toHaveLength(1);
});

test.each([
  ['is silent', neverRespond],
  ['keeps failing', respondWith(500)],
])('reports a service that %s as down when the time is over', async (_what, respond) => {
  const { client } = await connect(respond);
  const calling = client.call(query, { id: 'x' }, { timeoutMs: 300 });
  await expect(calling).rejects.toMatchObject({ dependency: 'svc-payment', status: 503 });
});

test('reports an unreachable service as down', async () => {
  const { client } = await connect(respondOk);
  await expect(client.get('ticket', '/internal/x', { timeoutMs: 300 })).rejects.toBeInstanceOf(
    DependencyUnavailable,
  );
});

test('passes on 404 and 403; reports any other 4xx as an unexpected response', async () => {
  const { client, requests } = await connect(respondWith(404), respondWith(403), respondWith(400));
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ name: 'UnexpectedResponse' });
  expect(requests).toHaveLength(3);
});
