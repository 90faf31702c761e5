import { expect, test } from '@jest/globals';
import { coalesce } from './coalesce.ts';

/** Runs that end when the test ends them. */
function createRuns() {
  const begun: { key: string; end: PromiseWithResolvers<string> }[] = [];
  const call = coalesce(
    (key: string) => key,
    (key) => {
      const end = Promise.withResolvers<string>();
      begun.push({ key, end });
      return end.promise;
    },
  );
  return { begun, call };
}

test('shares one further run among all calls that arrive during a run', async () => {
  const { begun, call } = createRuns();
  const first = call('a');
  const later = [call('a'), call('a'), call('a')];
  expect(begun).toHaveLength(1);
  begun[0]?.end.resolve('old');
  expect(await first).toBe('old');
  while (begun.length < 2) await Promise.resolve();
  begun[1]?.end.resolve('new');
  expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
  expect(begun).toHaveLength(2);
});

test('runs calls with other keys concurrently', () => {
  const { begun, call } = createRuns();
  void call('a');
  void call('b');
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
});

test('runs again after a failure, which only the callers that shared it get', async () => {
  const { begun, call } = createRuns();
  const failing = call('a');
  const next = call('a');
  begun[0]?.end.reject(new Error('down'));
  await expect(failing).rejects.toThrow('down');
  while (begun.length < 2) await Promise.resolve();
  begun[1]?.end.resolve('up');
  expect(await next).toBe('up');
  const alone = call('a');
  while (begun.length < 3) await Promise.resolve();
  begun[2]?.end.resolve('again');
  expect(await alone).toBe('again');
});
