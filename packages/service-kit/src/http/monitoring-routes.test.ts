import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { type HttpServer, listen } from './listen.ts';
import { registerHealthRoutes } from './monitoring-routes.ts';

const probed: string[] = [];
const probe = (name: string, isReady: boolean) => async () => {
  probed.push(name);
  if (!isReady) throw new Error(`${name} is not there`);
};

let server: HttpServer;
beforeAll(async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  const probes = {
    store: probe('store', true),
    broker: probe('broker', false),
    'svc-auth': probe('svc-auth', false),
  };
  server = await listen(createApp({ log, routes: (router) => registerHealthRoutes(router, probes) }), {
    port: 0,
  });
});
afterAll(() => server.stop());

async function fetchJson(path: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return [response.status, await response.json()];
}

test('names the failed probes', async () => {
  expect(await fetchJson('/readyz')).toEqual([503, { status: 'not ready', down: ['broker', 'svc-auth'] }]);
  expect(await fetchJson('/healthz')).toEqual([200, { status: 'ok' }]);
});

test('does not run an excluded probe, nor those of excluded services', async () => {
  expect(await fetchJson('/readyz?exclude=broker')).toEqual([
    503,
    { status: 'not ready', down: ['svc-auth'] },
  ]);
  probed.length = 0;
  expect(await fetchJson('/readyz?exclude=broker&exclude=services&exclude=unheard-of')).toEqual([
    200,
    { status: 'ready', down: [] },
  ]);
  expect(probed).toEqual(['store']);
});
