import { afterAll, expect, test } from '@jest/globals';
import { createLog } from '../log.ts';
import { createHistogram, registerGauges } from '../metrics.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';
import { registerHealthRoutes, registerMetricsRoute } from './monitoring-routes.ts';

const probed: string[] = [];
const probe = (name: string, isReady: boolean) => async () => {
  probed.push(name);
  if (!isReady) throw new Error(`${name} is not there`);
};
const app = createApp({
  log: createLog({ name: 'test', level: 'silent' }),
  routes: (router) => {
    registerHealthRoutes(router, {
      store: probe('store', true),
      broker: probe('broker', false),
      'svc-auth': probe('svc-auth', false),
    });
    registerMetricsRoute(router);
  },
});
const server = await listen(app, { port: 0 });
afterAll(() => server.stop());

const fetchPath = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

test.each([
  ['/healthz', 200, { status: 'ok' }],
  ['/readyz', 503, { status: 'not ready', down: ['broker', 'svc-auth'] }],
  ['/readyz?exclude=broker', 503, { status: 'not ready', down: ['svc-auth'] }],
  ['/readyz?exclude=broker&exclude=services&exclude=unheard-of', 200, { status: 'ready', down: [] }],
])('answers %s by the probes that are not excluded', async (path, status, body) => {
  const response = await fetchPath(path);
  expect([response.status, await response.json()]).toEqual([status, body]);
});

test('does not run an excluded probe, nor those of excluded services', async () => {
  probed.length = 0;
  await fetchPath('/readyz?exclude=broker&exclude=services');
  expect(probed).toEqual(['store']);
});

/** The metrics' lines that begin so. */
const fetchLines = async (beginning: string) =>
  (await (await fetchPath('/metrics')).text()).split('\n').filter((line) => line.startsWith(beginning));

test('reads gauges anew at each scrape, each with its description', async () => {
  let waiting = 0;
  registerGauges({ guests_waiting: 'Guests', guests_oldest_seconds: 'How long' }, async () => {
    waiting += 1;
    return { guests_waiting: waiting, guests_oldest_seconds: 0.5 };
  });
  expect(await fetchLines('guests_')).toEqual(['guests_waiting 1', 'guests_oldest_seconds 0.5']);
  expect(await fetchLines('guests_waiting')).toEqual(['guests_waiting 2']);
  expect(await fetchLines('# HELP guests_waiting')).toEqual(['# HELP guests_waiting Guests']);
});

test('reports an unreadable value as no number, and the others unaffected', async () => {
  registerGauges({ rooms_free: 'Rooms' }, async () => ({ rooms_free: 3 }));
  let isDown = false;
  registerGauges({ keys_given: 'Keys' }, async () => {
    if (isDown) throw new Error('unreadable');
    return { keys_given: 7 };
  });
  for (const [down, value] of [
    [false, '7'],
    [true, 'NaN'],
    [false, '7'],
  ] as const) {
    isDown = down;
    expect(await fetchLines('keys_given')).toEqual([`keys_given ${value}`]);
    expect(await fetchLines('rooms_free')).toEqual(['rooms_free 3']);
  }
});

test('counts a distribution in the given buckets', async () => {
  const description = 'How long guests stay';
  const stays = createHistogram<{ floor: string }>({ name: 'stay_seconds', description, bounds: [1, 10] });
  for (const seconds of [0.5, 2, 3, 40]) stays.record(seconds, { floor: 'first' });
  expect(await fetchLines('stay_seconds')).toEqual([
    'stay_seconds_count{floor="first"} 4',
    'stay_seconds_sum{floor="first"} 45.5',
    'stay_seconds_bucket{floor="first",le="1"} 1',
    'stay_seconds_bucket{floor="first",le="10"} 3',
    'stay_seconds_bucket{floor="first",le="+Inf"} 4',
  ]);
});
