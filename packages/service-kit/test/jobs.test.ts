import { eventually } from '@archaka/test-kit';
import { afterAll, expect, test } from '@jest/globals';
import { defineJob, startJobs } from '../src/jobs.ts';
import { LeaseRepository } from '../src/persistence/lease-repository.ts';
import { openMessagingHarness } from './support/messaging-harness.ts';
import { log } from './support/test-database.ts';

const harness = await openMessagingHarness();
afterAll(() => harness.close());
const leases = new LeaseRepository(harness.db.connection);

test('grants a lease to one holder until its release or end', async () => {
  const acquire = (holder: string, ms = 60_000) => leases.acquire({ name: 'one', holder, ms });
  const both = await Promise.all([acquire('a'), acquire('b')]);
  expect(both.filter(Boolean)).toHaveLength(1);
  const [holder, other] = both[0] ? ['a', 'b'] : ['b', 'a'];
  expect(await acquire(String(holder), 1)).toBe(true);
  await eventually(() => acquire(String(other)));
  expect(await acquire(String(holder))).toBe(false);
  await leases.release({ name: 'one', holder: String(other), dueInMs: 0 });
  expect(await acquire(String(holder))).toBe(true);
});

test('grants a lease before its due time only to a caller that ignores the due time', async () => {
  const request = { name: 'due', holder: 'a', ms: 60_000 };
  await leases.acquire(request);
  await leases.release({ ...request, dueInMs: 60_000 });
  expect(await leases.acquire({ ...request, onlyWhenDue: true })).toBe(false);
  expect(await leases.acquire({ ...request, holder: 'b', onlyWhenDue: true })).toBe(false);
  expect(await leases.acquire({ ...request, holder: 'b' })).toBe(true);
});

test('runs a job of two instances on one of them at a time, repeatedly, also after failures', async () => {
  let running = 0;
  let max = 0;
  let runs = 0;
  const run = async () => {
    running += 1;
    max = Math.max(max, running);
    await harness.db.ping();
    running -= 1;
    runs += 1;
    if (runs % 2 === 0) throw new Error('every other run');
  };
  const job = defineJob({ name: 'shared', ms: 20, run });
  const instances = [startJobs([job], { leases, log }), startJobs([job], { leases, log })];
  await eventually(() => runs >= 6);
  await Promise.all(instances.map((instance) => instance.stop()));
  const atStop = runs;
  expect(running).toBe(0);
  expect(max).toBe(1);
  await harness.db.ping();
  expect(runs).toBe(atStop);
});

test('waits at a stop for the run in flight and signals it to end', async () => {
  let wasAborted = false;
  const begun = Promise.withResolvers<void>();
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      begun.resolve();
      signal.addEventListener('abort', () => {
        wasAborted = true;
        setImmediate(resolve);
      });
    });
  const jobs = startJobs([defineJob({ name: 'long', ms: 60_000, run })], { leases, log });
  await begun.promise;
  await jobs.stop();
  expect(wasAborted).toBe(true);
});
