import { eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { findRunning, startLauncher } from './launcher-process.ts';

const engineCache: Record<string, string> = process.env.ENGINE_CACHE
  ? { ENGINE_CACHE: process.env.ENGINE_CACHE }
  : {};

test('restarts killed engines at their addresses, and stops them with the launcher', async () => {
  const launcher = await startLauncher({ env: engineCache });
  await launcher.waitForOutput('Portal ready');
  const before = launcher.readRun();
  for (const name of ['mongod', 'rabbitmq']) process.kill(before.parts[name]?.pid ?? 0, 'SIGKILL');

  const after = await eventually(
    () => {
      const run = launcher.readRun();
      const isNew = (name: string) => run.parts[name]?.pid !== before.parts[name]?.pid;
      return isNew('mongod') && isNew('rabbitmq') && run;
    },
    { timeoutMs: 40_000 },
  );
  expect([after.mongoUrl, after.amqpUrl]).toEqual([before.mongoUrl, before.amqpUrl]);

  launcher.process.kill('SIGINT');
  expect(await launcher.exit).toEqual([0, null]);
  expect(findRunning(after)).toEqual([]);
});
