import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApp } from './http/app.ts';
import { type HttpServer, listen } from './http/listen.ts';
import { registerMetricsRoute } from './http/monitoring-routes.ts';
import { createLog } from './log.ts';
import { createHistogram, registerGauges } from './metrics.ts';

let server: HttpServer;
beforeAll(async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  server = await listen(createApp({ log, routes: registerMetricsRoute }), { port: 0 });
});
afterAll(() => server.stop());

/** The lines that begin so. */
async function fetchLines(beginning: string): Promise<string[]> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith(beginning));
}

test('reads gauges anew at each scrape, each with its description', async () => {
  let waiting = 0;
  registerGauges({ guests_waiting: 'Guests at the door', guests_oldest_seconds: 'How long' }, async () => {
    waiting += 1;
    return { guests_waiting: waiting, guests_oldest_seconds: 0.5 };
  });
  expect(await fetchLines('guests_')).toEqual(['guests_waiting 1', 'guests_oldest_seconds 0.5']);
  expect(await fetchLines('guests_waiting')).toEqual(['guests_waiting 2']);
  expect(await fetchLines('# HELP guests_waiting')).toEqual(['# HELP guests_waiting Guests at the door']);
});

test('reports an unreadable value as no number, and the others unaffected', async () => {
  registerGauges({ rooms_free: 'Rooms' }, async () => ({ rooms_free: 3 }));
  let isAway = false;
  registerGauges({ keys_given: 'Keys' }, async () => {
    if (isAway) throw new Error('the porter is away');
    return { keys_given: 7 };
  });
  expect(await fetchLines('keys_given')).toEqual(['keys_given 7']);
  isAway = true;
  expect(await fetchLines('keys_given')).toEqual(['keys_given NaN']);
  expect(await fetchLines('rooms_free')).toEqual(['rooms_free 3']);
  isAway = false;
  expect(await fetchLines('keys_given')).toEqual(['keys_given 7']);
});

test('counts a distribution in the given buckets', async () => {
  const stays = createHistogram<{ floor: string }>({
    name: 'stay_seconds',
    description: 'How long guests stay',
    bounds: [1, 10],
  });
  for (const seconds of [0.5, 2, 3, 40]) stays.record(seconds, { floor: 'first' });
  expect(await fetchLines('stay_seconds')).toEqual([
    'stay_seconds_count{floor="first"} 4',
    'stay_seconds_sum{floor="first"} 45.5',
    'stay_seconds_bucket{floor="first",le="1"} 1',
    'stay_seconds_bucket{floor="first",le="10"} 3',
    'stay_seconds_bucket{floor="first",le="+Inf"} 4',
  ]);
});
