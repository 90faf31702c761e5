import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@archaka/test-kit';
import { afterEach, expect, test } from '@jest/globals';
import { loadOrCreateSecrets } from '../src/secrets.ts';
import {
  createDataDir,
  findRunning,
  findThreeFreePorts,
  type LauncherProcess,
  noEnginesEnv,
  startLauncher,
} from './launcher-process.ts';

const launchers: LauncherProcess[] = [];
const start = async (options: Parameters<typeof startLauncher>[0] = {}) => {
  const one = await startLauncher(options);
  launchers.push(one);
  return one;
};
const startReady = async (options: Parameters<typeof startLauncher>[0] = {}) => {
  const one = await start(options);
  await one.waitForOutput(`Portal ready: http://localhost:${one.port}`);
  return one;
};

afterEach(async () => {
  for (const { process, exit } of launchers.splice(0)) {
    if (process.exitCode === null && process.signalCode === null) process.kill('SIGTERM');
    await exit;
  }
});

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops every component, preserves the data and exits with 0',
  async (signal) => {
    const one = await startReady();
    const run = one.readRun();
    expect(Object.keys(run.parts).sort()).toEqual(['svc-first', 'svc-second']);
    expect(await isReady(one.port)).toBe(true);

    one.process.kill(signal);

    expect(await one.exit).toEqual([0, null]);
    expect(findRunning(run)).toEqual([]);
    expect(readdirSync(one.dataDir).sort()).toEqual(['logs', 'ports.json', 'secrets.json', 'slices']);
  },
);

test('ends gracefully on a duplicated Ctrl-C, and at once on a second one', async () => {
  const one = await startReady({ env: { ...noEnginesEnv, STUBBORN: 'yes' } });
  const run = one.readRun();
  one.process.kill('SIGINT');
  one.process.kill('SIGINT');
  await one.waitForOutput('Stopping …');
  expect(findRunning(run)).toContain('svc-first');

  await eventually(
    () => {
      one.process.kill('SIGINT');
      return one.process.exitCode !== null;
    },
    { intervalMs: 100 },
  );

  expect(await one.exit).toEqual([130, null]);
  await eventually(() => findRunning(run).length === 0);
});

test('restarts an ended component, and records its new pid in run.json', async () => {
  const one = await startReady();
  const { pid } = one.readRun().parts['svc-first'] ?? { pid: 0 };

  process.kill(pid, 'SIGKILL');

  await one.waitForOutput('svc-first was ended by SIGKILL; restarting it.');
  await eventually(() => one.readRun().parts['svc-first']?.pid !== pid);
  await eventually(() => isReady(one.port + 1));
});

test('ends the components soon after the launcher is killed, and the next start with its data works', async () => {
  const one = await startReady();
  const run = one.readRun();

  one.process.kill('SIGKILL');

  await eventually(() => findRunning(run).length === 0);
  await startReady({ dataDir: one.dataDir, port: one.port });
});

test('stops when its parent process is killed', async () => {
  const other = await startReady();
  const one = await startReady({ env: { ...noEnginesEnv, LAUNCHED_BY: String(other.process.pid) } });

  other.process.kill('SIGKILL');

  expect(await one.exit).toEqual([0, null]);
});

test('rejects a second start with the same data folder in one sentence', async () => {
  const one = await startReady();
  const two = await start({ dataDir: one.dataDir });

  expect(await two.exit).toEqual([1, null]);
  expect(two.output()).toBe(
    `The data folder ${one.dataDir} is in use by another npm start (process ${one.process.pid}): stop that one, or set another DATA_DIR and PORTAL_PORT.\n`,
  );
});

test('reports a port in use with the component that needs it, and starts nothing', async () => {
  const port = (await startReady()).port;
  const two = await start({ port: port - 1 });

  expect(await two.exit).toEqual([1, null]);
  expect(two.output()).toMatch(
    new RegExp(
      `^Port ${port}, which svc-first needs, is in use: .* set PORTAL_PORT to the first of seven free ports\\.\\n$`,
    ),
  );
  expect(existsSync(join(two.dataDir, 'lock'))).toBe(false);
});

test('detects a port in use on the IPv6 loopback address', async () => {
  const port = await findThreeFreePorts();
  const server = createServer().listen(port, '::1');
  await eventually(() => server.listening);

  const one = await start({ port });

  expect(await one.exit).toEqual([1, null]);
  expect(one.output()).toContain(`Port ${port}, which svc-second needs, is in use`);
  server.close();
});

test('--fresh empties the data folder, but not a foreign one', async () => {
  const one = await startReady();
  one.process.kill('SIGTERM');
  await one.exit;
  writeFileSync(join(one.dataDir, 'slices/old'), '');
  await startReady({ dataDir: one.dataDir, args: ['--fresh'] });
  expect(existsSync(join(one.dataDir, 'slices/old'))).toBe(false);

  const precious = createDataDir();
  mkdirSync(join(precious, 'photos'));
  const two = await start({ dataDir: precious, args: ['--fresh'] });
  expect(await two.exit).toEqual([1, null]);
  expect(two.output()).toContain('--fresh empties only a data folder that npm start created');
  expect(existsSync(join(precious, 'photos'))).toBe(true);
});

test('does not start a partial portal of an interrupted restore', async () => {
  const dataDir = createDataDir();
  loadOrCreateSecrets(dataDir, {});
  writeFileSync(join(dataDir, 'restore.unfinished'), '');

  const one = await start({ dataDir });

  expect(await one.exit).toEqual([1, null]);
  expect(one.output()).toMatch(
    /^A restore into .* was interrupted: run npm run restore again with --over, or .*\n$/,
  );
  await startReady({ dataDir, args: ['--fresh'] });
});

test.each(['{"OTP_PEPPER": "cut o', '["no", "object"]'])(
  'names a broken secrets.json: %s',
  async (content) => {
    const dataDir = createDataDir();
    writeFileSync(join(dataDir, 'secrets.json'), content);
    const one = await start({ dataDir });

    expect(await one.exit).toEqual([1, null]);
    expect(one.output()).toMatch(
      new RegExp(
        `^${join(dataDir, 'secrets.json')} is not the JSON .*: restore it .* npm start -- --fresh\\.\n$`,
      ),
    );
  },
);

test.each([
  [{ FEE_PAISE: 'ten' }, /\nsvc-first: Invalid configuration: FEE_PAISE: is not a number\n$/],
  ...['MONGO_URL', 'AMQP_URL', 'PORTAL_ORIGIN', 'RAZORPAY_URL', 'PAYMENT_HANDLER_URL'].map(
    (name) => [{ [name]: 'hunter2' }, new RegExp(`^${name} is not an address such as \\w+://.*\n$`)] as const,
  ),
])('ends at once on %j, in one sentence without the value', async (variables, sentence) => {
  const one = await start({ env: { ...noEnginesEnv, ...variables } });

  expect(await one.exit).toEqual([1, null]);
  expect(one.output()).toMatch(sentence);
  expect(one.output()).not.toMatch(/hunter2|restarting/);
});
