import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { DatabasePause } from './database-pause.ts';

const log = pino({ level: 'silent' });
/** A pause for a database that fails this many times. */
function createTestPause({ pings = 0, forgets = 0 } = {}) {
  const steps: string[] = [];
  let resumption = Promise.withResolvers<void>();
  const waitForResume = () => {
    resumption = Promise.withResolvers<void>();
    return resumption.promise;
  };
  const forgotten: (readonly string[])[] = [];
  const stopping = new AbortController();
  const failing = { pings, forgets };
  const failIfScripted = async (operation: keyof typeof failing) => {
    failing[operation] -= 1;
    if (failing[operation] >= 0) throw new Error('no answer');
  };
  const databasePause: DatabasePause = new DatabasePause({
    db: { ping: () => failIfScripted('pings') } as never,
    inbox: {
      forgetRestarts: async (ids: readonly string[]) => {
        await failIfScripted('forgets');
        forgotten.push(ids);
      },
    } as never,
    log,
    signal: stopping.signal,
    pause: async () => void steps.push('hush'),
    resume: async () => {
      steps.push(databasePause.isActive() ? 'resume too early' : 'resume');
      resumption.resolve();
    },
  });
  return { databasePause, steps, forgotten, stopping, waitForResume };
}

test('pauses once for concurrent callers, and ends when the database responds and the interruptions are cleared', async () => {
  const { databasePause, steps, forgotten, waitForResume } = createTestPause({ pings: 1, forgets: 1 });
  expect(databasePause.isActive()).toBe(false);
  const began = performance.now();
  const over = waitForResume();
  await Promise.all([databasePause.begin('e1'), databasePause.begin('e2'), databasePause.begin('e1')]);
  expect(databasePause.isActive()).toBe(true);
  expect(steps).toEqual(['hush']);
  await over;
  expect(steps).toEqual(['hush', 'resume']);
  expect(forgotten).toEqual([['e1', 'e2']]);
  expect(performance.now() - began).toBeGreaterThan(2900);
});

test('starts the next pause anew', async () => {
  const { databasePause, steps, forgotten, waitForResume } = createTestPause();
  for (const event of ['e1', 'e2']) {
    const over = waitForResume();
    await databasePause.begin(event);
    await over;
  }
  expect(steps).toEqual(['hush', 'resume', 'hush', 'resume']);
  expect(forgotten).toEqual([['e1'], ['e2']]);
});

test('stops polling when the consumer stops', async () => {
  const { databasePause, stopping, steps, forgotten } = createTestPause();
  await databasePause.begin('e1');
  stopping.abort();
  const another = createTestPause();
  const secondResume = another.waitForResume();
  await another.databasePause.begin('e2');
  await secondResume;
  expect(forgotten).toEqual([]);
  expect(steps).toEqual(['hush']);
});
