import { fileURLToPath } from 'node:url';
import { mapAddressVariables, paymentCaptured, serviceContract } from '@archaka/contracts';
import { hashCallShape, listContractVersions } from '@archaka/contracts/check';
import {
  createTestEnvironment,
  eventually,
  type RunningProcess,
  startProcess,
  startProxy,
  type TestEnvironment,
  toDirectUrl,
} from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import mongoose, { type Connection } from 'mongoose';
import { greet } from './support/calls.ts';
import { runChildProcess } from './support/child-process.ts';
import { createEffects } from './support/effects.ts';
import { EXAM_FILE } from './support/examination.ts';
import { buildEnvelope, captureEvents, send } from './support/messages.ts';

const ravi = { id: 'u1', number: '9876543210', name: 'Ravi' };
const main = fileURLToPath(new URL('./support/service.ts', import.meta.url));

let stage: TestEnvironment;
let service: RunningProcess;
let store: Connection;
let effects: ReturnType<typeof createEffects>;

const variables = ({ urls, keys, mongoUrl, amqpUrl }: TestEnvironment): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: new URL(urls.ticket).port,
  PORTAL_ORIGIN: urls.shell,
  MONGO_URL: mongoUrl,
  AMQP_URL: amqpUrl,
  EXAM_FILE,
  RETENTION_FILE: fileURLToPath(new URL('./support/retention.json', import.meta.url)),
  SERVICE_KEY: JSON.stringify(keys.getPrivateKey('svc-ticket')),
  SERVICE_JWKS: JSON.stringify(keys.publicKeySet),
  EVENT_DATA_KEYS: 'the key of these tests, 32 letters',
  ...mapAddressVariables((service) => urls[service]),
  AUTH_URL: urls.fakeAuth,
  GREETING: 'hello',
});
const start = () => startProcess({ name: 'svc-ticket', main, url: stage.urls.ticket, env: variables(stage) });

beforeAll(async () => {
  stage = await createTestEnvironment();
  await stage.declareQueues('svc-ticket');
  service = await start();
  const prefix = new URL(stage.mongoUrl).pathname.slice(1);
  store = await mongoose.createConnection(stage.mongoUrl, { dbName: `${prefix}_ticket` }).asPromise();
  effects = createEffects(store);
});
afterAll(async () => {
  await service.kill();
  await store.close();
  await stage.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
/** A channel to the broker, and all events from now on. */
async function openBroker() {
  const amqp = await connect(stage.amqpUrl);
  const channel = await amqp.createConfirmChannel();
  return { channel, events: await captureEvents(channel), close: () => amqp.close() };
}
const signedIn = () => stage.authorizeUser(ravi, 'svc-ticket');

test('answers liveness, readiness and its contract', async () => {
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ status: 'ready', down: [] });
  const contract = serviceContract.parse(await (await fetch(`${service.url}/contract`)).json());
  expect(contract).toMatchObject({ service: 'ticket', version: '0.1.0', contracts: listContractVersions() });
  expect(contract.calls.map(({ name }) => name)).toEqual(['greet', 'rename', 'slow']);
  expect(contract.calls[0]).toEqual({
    name: 'greet',
    path: '/api/dashboard/greet',
    methods: ['GET', 'POST'],
    session: 'none',
    kind: 'query',
    max_body: 64 * 1024,
    digest: hashCallShape(greet),
  });
  expect(contract.routes).toEqual([{ method: 'GET', path: '/api/whoami', session: 'required' }]);
});

test('changes state and publishes its event in one transaction, and returns the title of a rejection', async () => {
  const broker = await openBroker();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { ...(await signedIn()), traceparent };
  expect(await (await post('/api/dashboard/rename', { name: 'surya' }, headers)).json()).toEqual({
    status: 200,
  });
  const [event] = await eventually(() => broker.events.length > 0 && broker.events);
  expect(event).toMatchObject({ source: 'svc-ticket', type: 'ticket.issued.v1', traceparent });

  const again = await post('/api/dashboard/rename', { name: 'surya' }, headers);
  expect(await again.json()).toEqual({ status: 420, message: 'This name is taken' });
  await broker.close();
});

test('logs one line a request, without identifying data', async () => {
  const response = await post('/api/dashboard/rename', { name: 'varuna' }, await signedIn());
  const id = String(response.headers.get('x-request-id'));
  const entries = await eventually(() => {
    const lines = service.logs().split('\n');
    const found = lines.filter((line) => line.includes(id));
    return found.length === 2 && found.map((line) => JSON.parse(line));
  });
  expect(entries[0]).toMatchObject({ msg: 'unexpected', level: 'error', err: { code: 11000 } });
  const request = { msg: 'request', method: 'POST', route: '/api/dashboard/rename', status: 500 };
  expect(entries[1]).toMatchObject(request);
  expect(service.logs()).not.toMatch(/9876543210|Ravi|varuna/);
});

test('exposes the backlog of its outbox and queues, and the duration of its requests', async () => {
  await fetch(`${service.url}/api/whoami`);
  const text = await eventually(async () => {
    const shown = await (await fetch(`${service.url}/metrics`)).text();
    return shown.includes('http_route="/api/whoami",http_response_status_code="401"') && shown;
  });
  for (const name of ['outbox_events', 'outbox_oldest_seconds', 'events_waiting', 'dead_letters']) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(text).toMatch(/^clock_offset_seconds -?0(\.\d+)?$/m);
  expect(text).not.toMatch(/http_route="\/(healthz|readyz|metrics)"/);
});

test('runs jobs at start and applies events of other services', async () => {
  await eventually(async () => (await effects.count('tick')) === 1);
  const broker = await openBroker();
  const at = new Date().toISOString();
  const data = { application_id: 'a1', order_id: 'order_1', payment_id: 'pay_1', amount: 10_000, at };
  const paid = buildEnvelope('a1', { source: 'svc-payment', type: paymentCaptured.type, data });
  const signer = (body: Buffer) => stage.keys.signEvent('svc-payment', body);
  await send(broker.channel, paid, { type: paymentCaptured.type, signer });
  await eventually(async () => (await effects.count('order_1')) === 1);
  await broker.close();
});

test('responds 503 with Retry-After while its database is down', async () => {
  const proxy = await startProxy(toDirectUrl(stage.mongoUrl));
  const url = stage.urls.payment;
  const env = { ...variables(stage), PORT: new URL(url).port, MONGO_URL: proxy.url };
  const secondService = await startProcess({ name: 'svc-ticket', main, url, env });
  try {
    proxy.cut();
    const response = await fetch(`${url}/api/dashboard/rename`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await signedIn()) },
      body: JSON.stringify({ name: 'Indra' }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'part-down' });
  } finally {
    await secondService.kill();
    await proxy.close();
  }
});

/** The code and output of a service that does not start with these variables. */
async function startInvalid(changes: Record<string, string>) {
  const { exited, readOutput } = runChildProcess('service', { ...variables(stage), ...changes });
  const [code] = await exited;
  expect(readOutput()).not.toContain('hunter2');
  return { code, output: readOutput() };
}

test('names invalid configuration and does not start', async () => {
  const { code, output } = await startInvalid({ PORT: 'hunter2', AMQP_URL: '' });
  expect(code).toBe(78);
  expect(output).toMatch(/^svc-ticket: .*PORT: .*AMQP_URL is missing \(RabbitMQ, 3.10 or later\)$/m);
});

test.each([
  ['EXAM_FILE', '/no/examination.json', 'ENOENT'],
  ['EXAM_FILE', fileURLToPath(import.meta.url), 'not JSON'],
  ['EXAM_FILE', fileURLToPath(new URL('../package.json', import.meta.url)), 'examine_year: '],
  ['MONGO_URL', 'mongodb://user:hunter2@127.0.0.1:1/?replicaSet', 'replicaSet=<name>'],
  ['MONGO_URL', 'mongodb://user:hunter2@127.0.0.1:1/?tls=true&tlsCAFile=/no/ca.crt', 'a file that it names'],
  ['AMQP_URL', 'amqp://user:hunter2@:5672', 'is not an AMQP address'],
])('ends with one line about %s=%s and a code that tells not to restart it', async (name, value, reason) => {
  const { code, output } = await startInvalid({ [name]: value });
  expect(code).toBe(78);
  const line = output.split('\n').find((each) => each.startsWith('svc-ticket: '));
  expect(line).toContain(`${name}: `);
  expect(line).toContain(reason);
});

test('reports a port in use and does not start', async () => {
  const { code, output } = await startInvalid({});
  expect(code).toBe(1);
  expect(output).toContain('EADDRINUSE');
});

test('completes the request in flight and sends the outbox at a stop', async () => {
  const broker = await openBroker();
  const answer = post('/api/dashboard/slow', {});
  await eventually(async () => (await effects.count('slow-begun')) === 1);
  await service.stop();
  expect(await (await answer).json()).toEqual({ status: 200 });
  expect(await effects.count('slow-done')).toBe(1);
  await eventually(() =>
    broker.events.some(({ data }) => (data as { application_id: string }).application_id === 'slow'),
  );
  await broker.close();
});
