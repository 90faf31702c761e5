import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressVariables, call, plainOutcome } from '@archaka/contracts';
import { scaledTimeout } from '@archaka/test-kit';
import { afterEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { PartDown } from './errors.ts';
import { inScope } from './scope.ts';
import { serviceClient } from './services.ts';

const definition = { service: 'payment', session: 'service', request: z.object({ id: z.string() }) } as const;
const query = call('ask', { ...definition, kind: 'query', answer: plainOutcome() });
const command = call('act', { ...definition, kind: 'command', answer: plainOutcome() });

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A svc-payment that answers in turn, the last answer for ever, and a client of it. */
async function connect(...answers: [Answer, ...Answer[]]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.push(request), answers.length) - 1];
    request.resume().once('end', () => answer?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const urls = { ...addressVariables(() => url), TICKET_URL: 'http://127.0.0.1:9' };
  const client = serviceClient(urls, async (audience) => `token-for-${audience}`);
  closing.push(
    client.close,
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { client, asked };
}

const give =
  (status: number, body: unknown = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const breakOff: Answer = ({ socket }) => socket.destroy();
const silent: Answer = () => {};
const fine = give(200, { status: 200, more: 'unknown' });

test('a call carries its token, request id and trace', async () => {
  const { client, asked } = await connect(fine);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const answer = await inScope({ requestId: 'r1', traceparent }, () => client.call(query, { id: 'x' }));
  expect(answer).toEqual({ status: 200 });
  expect(asked[0]?.url).toBe('/internal/ask');
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer token-for-svc-payment',
    'x-request-id': 'r1',
    traceparent,
  });
});

test('a query is tried again, a command is not', async () => {
  const first = await connect(breakOff, give(503), fine);
  expect(await first.client.call(query, { id: 'x' })).toEqual({ status: 200 });
  expect(first.asked).toHaveLength(3);
  const second = await connect(breakOff, fine);
  await expect(second.client.call(command, { id: 'x' })).rejects.toBeInstanceOf(PartDown);
  expect(second.asked).toHaveLength(1);
});

test.each([
  ['is silent', silent],
  ['keeps failing', give(500)],
])('a part that %s is down when the time is over', async (_what, answer) => {
  const { client } = await connect(answer);
  const started = performance.now();
  const asking = client.call(query, { id: 'x' }, { timeoutMs: 300 });
  await expect(asking).rejects.toMatchObject({ part: 'svc-payment', status: 503 });
  expect(performance.now() - started).toBeLessThan(scaledTimeout(1000));
});

test('a part that is not there is down', async () => {
  const { client } = await connect(fine);
  await expect(client.get('ticket', '/internal/x', { timeoutMs: 300 })).rejects.toBeInstanceOf(PartDown);
});

test("its 404 and 403 are told as they are; anything else is nobody's fault but ours", async () => {
  const { client, asked } = await connect(give(404), give(403), give(400));
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(client.call(query, { id: 'x' })).rejects.toMatchObject({ name: 'UnexpectedAnswer' });
  expect(asked).toHaveLength(3);
});
