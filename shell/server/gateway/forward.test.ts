import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { MockAgent, type MockPool } from 'undici';
import { forward } from './forward.ts';

const service = 'http://svc-auth:8081';
const call = { method: 'POST', path: '/api/dashboard/submitsignup' };
const command = {
  method: 'POST',
  body: '{"number":"9000000001"}',
  headers: { 'content-type': 'application/json' },
};

let gateway: Server;
afterEach(() => void gateway.close());

/** The gateway's response to a command when its service responds as the test configures the pool. */
async function sendThrough(setUp: (pool: MockPool) => void, { repeatable = false } = {}): Promise<Response> {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const upstream = agent.get(service) as MockPool;
  setUp(upstream);
  gateway = createServer((request, response) => {
    const headers = ['content-type', 'application/json'];
    forward({
      request,
      response,
      upstream,
      headers,
      repeatable,
      streamsBody: false,
      onResponse: () => [],
    }).catch(() => response.writeHead(503).end());
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  return fetch(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}${call.path}`, command);
}

const failure = (code: string) => Object.assign(new Error(code), { code });

test('sends a whole command to the next instance when one is unreachable', async () => {
  const answer = await sendThrough((pool) => {
    pool.intercept(call).replyWithError(failure('ECONNREFUSED'));
    pool.intercept({ ...call, body: (sent) => String(sent) === command.body }).reply(200, 'done');
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'done']);
});

test.each([
  ['does not resend a command when a connection breaks afterwards', 'ECONNRESET', 1, false, 503],
  ['does not retry a service that is silent for too long', 'UND_ERR_HEADERS_TIMEOUT', 1, true, 503],
  ['resends a repeatable request over broken connections until one holds', 'UND_ERR_SOCKET', 3, true, 200],
])('%s', async (_what, code, times, repeatable, status) => {
  const answer = await sendThrough(
    (pool) => {
      pool.intercept(call).replyWithError(failure(code)).times(times);
      pool.intercept(call).reply(200, 'done');
    },
    { repeatable },
  );
  expect(answer.status).toBe(status);
});

test('responds after some seconds when each connection attempt is slow', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const advanceTwoSeconds = () => {
    now += 2000;
    return true;
  };
  const answer = await sendThrough((pool) => {
    const connectTimeout = failure('UND_ERR_CONNECT_TIMEOUT');
    pool
      .intercept({ ...call, body: advanceTwoSeconds })
      .replyWithError(connectTimeout)
      .times(2);
    pool.intercept(call).reply(200, 'tried for ever');
  });
  expect(answer.status).toBe(503);
  clock.mockRestore();
});
