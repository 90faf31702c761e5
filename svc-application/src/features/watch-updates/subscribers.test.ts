import { expect, test } from '@jest/globals';
import { Subscribers } from './watch-updates.ts';

const buildSubscriber = (userId: string) => ({ userId, notify: () => undefined, end: () => undefined });
const log = { warn: () => undefined } as never;

/** A database whose first watches fail, and the number of attempts. */
function failingChanges(failures: number) {
  const watchCalls = { count: 0 };
  const watch = async () => {
    watchCalls.count += 1;
    if (watchCalls.count <= failures) throw new Error('no primary');
    return async () => undefined;
  };
  return { watchCalls, changes: { watch } };
}

test('drops a failed watch at once, also while others are subscribed', async () => {
  const { changes } = failingChanges(1);
  const subscribers = new Subscribers(changes, log);
  await expect(subscribers.add(buildSubscriber('one'))).rejects.toThrow('no primary');
  await subscribers.add(buildSubscriber('two'));
  await subscribers.close();
});

test('opens one watch for all subscribers that arrive meanwhile, and retries after each failure with a delay', async () => {
  const { watchCalls, changes } = failingChanges(2);
  const subscribers = new Subscribers(changes, log);
  const subscribeMany = () =>
    Promise.allSettled(Array.from({ length: 50 }, (_, each) => subscribers.add(buildSubscriber(`${each}`))));
  await subscribeMany();
  expect(watchCalls.count).toBe(1);
  const began = performance.now();
  await subscribeMany();
  expect(watchCalls.count).toBe(2);
  expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  await subscribeMany();
  expect(watchCalls.count).toBe(3);
  await subscribers.close();
});
