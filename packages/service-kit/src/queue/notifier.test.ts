import { expect, test } from '@jest/globals';
import { createNotifier } from './notifier.ts';

const LONG_MS = 60_000;

test('ends a wait on a notification', async () => {
  const notifier = createNotifier();
  const waiting = notifier.wait(LONG_MS);
  notifier.notify();
  await expect(waiting).resolves.toBeUndefined();
});

test('ends only the next wait for a notification that precedes it', async () => {
  const notifier = createNotifier();
  notifier.notify();
  notifier.notify();
  await notifier.wait(LONG_MS);
  const started = performance.now();
  await notifier.wait(20);
  expect(performance.now() - started).toBeGreaterThan(15);
});
