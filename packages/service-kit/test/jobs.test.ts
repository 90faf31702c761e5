import { eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { every, startJobs } from '../src/jobs.ts';
import { type Leases, leasesOn } from '../src/store/lease.ts';
import { type Bench, openBench } from './fixtures/bench.ts';
import { log } from './fixtures/store.ts';

let bench: Bench;
let leases: Leases;
beforeAll(async () => {
  bench = await openBench();
  leases = leasesOn(bench.db.connection);
});
afterAll(() => bench.close());

test('one holder has a lease until it gives it back or its time is over', async () => {
  const take = (holder: string, ms = 60_000) => leases.take({ name: 'one', holder, ms });
  const both = await Promise.all([take('a'), take('b')]);
  expect(both.filter(Boolean)).toHaveLength(1);
  const [holder, other] = both[0] ? ['a', 'b'] : ['b', 'a'];
  expect(await take(String(holder), 1)).toBe(true);
  await eventually(() => take(String(other)));
  expect(await take(String(holder))).toBe(false);
  await leases.giveBack({ name: 'one', holder: String(other), dueInMs: 0 });
  expect(await take(String(holder))).toBe(true);
});

test('what is not due again is taken only by who does not ask', async () => {
  const request = { name: 'due', holder: 'a', ms: 60_000 };
  await leases.take(request);
  await leases.giveBack({ ...request, dueInMs: 60_000 });
  expect(await leases.take({ ...request, onlyWhenDue: true })).toBe(false);
  expect(await leases.take({ ...request, holder: 'b', onlyWhenDue: true })).toBe(false);
  expect(await leases.take({ ...request, holder: 'b' })).toBe(true);
});

test('a job of two instances runs at one of them at a time, again and again, its failures included', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await bench.db.ping();
    running -= 1;
    runs += 1;
    if (runs % 2 === 0) throw new Error('every other run');
  };
  const job = every({ name: 'shared', ms: 20, run });
  const instances = [startJobs([job], { leases, log }), startJobs([job], { leases, log })];
  await eventually(() => runs >= 6);
  await Promise.all(instances.map((instance) => instance.stop()));
  const atStop = runs;
  expect(running).toBe(0);
  expect(most).toBe(1);
  await bench.db.ping();
  expect(runs).toBe(atStop);
});

test('a stop waits for the run in hand and tells it to end', async () => {
  let told = false;
  const begun = Promise.withResolvers<void>();
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      begun.resolve();
      signal.addEventListener('abort', () => {
        told = true;
        setImmediate(resolve);
      });
    });
  const jobs = startJobs([every({ name: 'long', ms: 60_000, run })], { leases, log });
  await begun.promise;
  await jobs.stop();
  expect(told).toBe(true);
});
