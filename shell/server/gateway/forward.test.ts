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

/** A gateway whose service responds as the test configures the pool. */
async function startGateway(setUp: (pool: MockPool) => void, { repeatable = false } = {}): Promise<string> {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const upstream = agent.get(service) as MockPool;
  setUp(upstream);
  gateway = createServer((request, response) => {
    const headers = ['content-type', 'application/json'];
    forward({
      ...{ request, response, upstream, headers, repeatable, streamsBody: false },
      onResponse: () => [],
    }).catch(() => response.writeHead(503).end());
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}${call.path}`;
}

const failure = (code: string) => Object.assign(new Error(code), { code });

test('sends a whole command to the next instance when one is unreachable', async () => {
  const address = await startGateway((pool) => {
    pool.intercept(call).replyWithError(failure('ECONNREFUSED'));
    pool.intercept({ ...call, body: (sent) => String(sent) === command.body }).reply(200, 'done');
  });
  const answer = await fetch(address, command);
  expect([answer.status, await answer.text()]).toEqual([200, 'done']);
});

test('does not resend a command when a connection breaks afterwards', async () => {
  const address = await startGateway((pool) => {
    pool.intercept(call).replyWithError(failure('ECONNRESET'));
    pool.intercept(call).reply(200, 'done twice');
  });
  expect((await fetch(address, command)).status).toBe(503);
});

test('does not retry a service that is silent for too long, not even with a repeatable request', async () => {
  const address = await startGateway(
    (pool) => {
      pool.intercept(call).replyWithError(failure('UND_ERR_HEADERS_TIMEOUT'));
      pool.intercept(call).reply(200, 'asked again');
    },
    { repeatable: true },
  );
  expect((await fetch(address, command)).status).toBe(503);
});

test('resends a repeatable request over broken connections until one holds', async () => {
  const address = await startGateway(
    (pool) => {
      pool.intercept(call).replyWithError(failure('UND_ERR_SOCKET')).times(3);
      pool.intercept(call).reply(200, 'done');
    },
    { repeatable: true },
  );
  expect((await fetch(address, command)).status).toBe(200);
});

test('responds after some seconds when each connection attempt is slow', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const advanceTwoSeconds = () => {
    now += 2000;
    return true;
  };
  const address = await startGateway((pool) => {
    const connectTimeout = failure('UND_ERR_CONNECT_TIMEOUT');
    pool
      .intercept({ ...call, body: advanceTwoSeconds })
      .replyWithError(connectTimeout)
      .times(2);
    pool.intercept(call).reply(200, 'tried for ever');
  });
  expect((await fetch(address, command)).status).toBe(503);
  clock.mockRestore();
});
