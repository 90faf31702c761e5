import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { isRunning } from '../bootstrap/lock.mjs';
import { launch, stillRunning } from './launched.ts';

const engineCache: Record<string, string> = process.env.ENGINE_CACHE
  ? { ENGINE_CACHE: process.env.ENGINE_CACHE }
  : {};

test('engines that are killed come back at their addresses, and stop with the launcher', async () => {
  const one = await launch({ env: engineCache });
  await one.says('Portal ready');
  const before = one.run();
  for (const name of ['mongod', 'rabbitmq']) process.kill(before.parts[name]?.pid ?? 0, 'SIGKILL');

  const after = await eventually(
    () => {
      const run = one.run();
      const isNew = (name: string) => run.parts[name]?.pid !== before.parts[name]?.pid;
      return isNew('mongod') && isNew('rabbitmq') && run;
    },
    { timeoutMs: 40_000 },
  );
  expect([after.mongoUrl, after.amqpUrl]).toEqual([before.mongoUrl, before.amqpUrl]);

  one.process.kill('SIGINT');
  expect(await one.exit).toEqual([0, null]);
  expect(stillRunning(after)).toEqual([]);
});

test('when the launcher is killed, its engines are gone soon', async () => {
  const one = await launch({ env: engineCache });
  await one.says('Portal ready');
  const run = one.run();
  expect(Object.values(run.parts).every(({ pid, started }) => isRunning({ pid, started }))).toBe(true);

  one.process.kill('SIGKILL');

  await eventually(() => stillRunning(run).length === 0, { timeoutMs: 15_000 });
});
