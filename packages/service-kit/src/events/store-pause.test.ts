import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createStorePause } from './store-pause.ts';

const log = pino({ level: 'silent' });
/** A pause over a store that fails so often. */
function pauseOver({ pings = 0, forgets = 0 } = {}) {
  const happened: string[] = [];
  let told = Promise.withResolvers<void>();
  const resumed = () => {
    told = Promise.withResolvers<void>();
    return told.promise;
  };
  const forgotten: (readonly string[])[] = [];
  const stopping = new AbortController();
  const failing = { pings, forgets };
  const failWhile = async (what: keyof typeof failing) => {
    failing[what] -= 1;
    if (failing[what] >= 0) throw new Error('no answer');
  };
  const storePause = createStorePause({
    db: { ping: () => failWhile('pings') } as never,
    inbox: {
      forgetRestarts: async (ids: readonly string[]) => {
        await failWhile('forgets');
        forgotten.push(ids);
      },
    } as never,
    log,
    signal: stopping.signal,
    hush: async () => void happened.push('hush'),
    resume: async () => {
      happened.push(storePause.active() ? 'resume too early' : 'resume');
      told.resolve();
    },
  });
  return { storePause, happened, forgotten, stopping, resumed };
}

test('a pause hushes once, whoever joins it, and ends when the store answers and has forgotten the interruptions', async () => {
  const { storePause, happened, forgotten, resumed } = pauseOver({ pings: 1, forgets: 1 });
  expect(storePause.active()).toBe(false);
  const began = performance.now();
  const over = resumed();
  await Promise.all([storePause.begin('e1'), storePause.begin('e2'), storePause.begin('e1')]);
  expect(storePause.active()).toBe(true);
  expect(happened).toEqual(['hush']);
  await over;
  expect(happened).toEqual(['hush', 'resume']);
  expect(forgotten).toEqual([['e1', 'e2']]);
  expect(performance.now() - began).toBeGreaterThan(2900);
});

test('the next pause begins anew', async () => {
  const { storePause, happened, forgotten, resumed } = pauseOver();
  for (const event of ['e1', 'e2']) {
    const over = resumed();
    await storePause.begin(event);
    await over;
  }
  expect(happened).toEqual(['hush', 'resume', 'hush', 'resume']);
  expect(forgotten).toEqual([['e1'], ['e2']]);
});

test('a consumer that stops asks no more', async () => {
  const { storePause, stopping, happened, forgotten } = pauseOver();
  await storePause.begin('e1');
  stopping.abort();
  const another = pauseOver();
  const asked = another.resumed();
  await another.storePause.begin('e2');
  await asked;
  expect(forgotten).toEqual([]);
  expect(happened).toEqual(['hush']);
});
