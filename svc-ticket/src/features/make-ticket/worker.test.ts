import { createLog } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import type { Job, Jobs } from '../../store/jobs.ts';
import { startWorker } from './worker.ts';

/** Jobs that are leased one after another, as those of the store are. */
function jobsOf(waiting: Job[]): Jobs {
  return {
    want: async () => undefined,
    drop: async () => undefined,
    lease: async () => waiting.shift(),
    renew: async () => undefined,
    finish: async () => true,
    postpone: async () => undefined,
    backlog: async () => ({ rows: 0, oldestSeconds: 0, parked: 0 }),
    watch: () => async () => undefined,
  };
}

const job = (application_id: string): Job => ({ application_id, version: 1, attempts: 0, lease: 'mine' });

test('the worker is at rest once every ticket that waited is made, not before', async () => {
  const made: string[] = [];
  const worker = startWorker({
    jobs: jobsOf(['first', 'second', 'third'].map(job)),
    makeTicket: async ({ application_id }) => void made.push(application_id),
    hands: 2,
    log: createLog({ name: 'test', level: 'silent' }),
  });
  await worker.atRest();
  expect(made).toEqual(['first', 'second', 'third']);
  await worker.stop();
});

test('when the worker stops, then nobody waits for its rest any more', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const worker = startWorker({
    jobs: jobsOf([job('held')]),
    makeTicket: () => held,
    hands: 1,
    log: createLog({ name: 'test', level: 'silent' }),
  });
  const resting = worker.atRest();
  const stopped = worker.stop();
  await resting;
  letGo();
  await stopped;
});
