import { expect, test } from '@jest/globals';
import { createSignal } from './signal.ts';

const LONG_MS = 60_000;

test('a wait ends when the signal is given', async () => {
  const signal = createSignal();
  const waiting = signal.wait(LONG_MS);
  signal.give();
  await expect(waiting).resolves.toBeUndefined();
});

test('a signal given while nobody waits ends the next wait, and only that one', async () => {
  const signal = createSignal();
  signal.give();
  signal.give();
  await signal.wait(LONG_MS);
  const started = performance.now();
  await signal.wait(20);
  expect(performance.now() - started).toBeGreaterThan(15);
});
