import { expect, test } from '@jest/globals';
import { makeSubscribers } from './subscribers.ts';

const subscriber = (userId: string) => ({ userId, tell: () => undefined, end: () => undefined });
const log = { warn: () => undefined } as never;

/** A database whose first watches fail, and how often it was asked. */
function failingChanges(failures: number) {
  const asked = { times: 0 };
  const watch = async () => {
    asked.times += 1;
    if (asked.times <= failures) throw new Error('no primary');
    return async () => undefined;
  };
  return { asked, changes: { watch } };
}

test('drops a failed watch at once, also while others are subscribed', async () => {
  const { changes } = failingChanges(1);
  const subscribers = makeSubscribers(changes, log);
  await expect(subscribers.add(subscriber('one'))).rejects.toThrow('no primary');
  await subscribers.add(subscriber('two'));
  await subscribers.close();
});

test('asks the database once for all who come while a watch is opened, and later after each failure', async () => {
  const { asked, changes } = failingChanges(2);
  const subscribers = makeSubscribers(changes, log);
  const crowd = () =>
    Promise.allSettled(Array.from({ length: 50 }, (_, each) => subscribers.add(subscriber(`${each}`))));
  await crowd();
  expect(asked.times).toBe(1);
  const began = performance.now();
  await crowd();
  expect(asked.times).toBe(2);
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  await crowd();
  expect(asked.times).toBe(3);
  await subscribers.close();
});
