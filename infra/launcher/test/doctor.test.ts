import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { changeRegistry, deploy, openStore, publish } from '@archaka/slice-store';
import { eventually, sliceDist } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { lookAtRabbit } from '../src/doctor/rabbitmq.ts';
import { lookAtSlices } from '../src/doctor/slices.ts';
import { keepSecrets } from '../src/secrets.ts';
import { newDataDir } from './launched.ts';

const stores = { MONGO_URL: process.env.TEST_MONGO_URL ?? '', AMQP_URL: process.env.TEST_AMQP_URL ?? '' };
const nothing = {
  MONGO_URL: 'mongodb://127.0.0.1:9',
  AMQP_URL: 'amqp://127.0.0.1:9',
  CHROMIUM_PATH: '/bin/true',
};

const doctor = (env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const program = join(import.meta.dirname, '../src/doctor.ts');
    const args = ['--disable-warning=ExperimentalWarning', program];
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });

test('a machine that can run the portal is well in everything', async () => {
  const DATA_DIR = newDataDir();
  keepSecrets(DATA_DIR, {});
  const { code, output } = await doctor({ ...stores, DATA_DIR, PORTAL_PORT: '32100' });
  expect(output).not.toMatch(/^WRONG/m);
  expect(output).toMatch(/Chromium .*prints Telugu/);
  expect(output).toMatch(/MongoDB .*replica set/);
  expect(code).toBe(0);
});

test('what is wrong is told with what to do about it, all of it in one run', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await eventually(() => server.listening);
  const { port } = server.address() as { port: number };
  const DATA_DIR = newDataDir();
  writeFileSync(join(DATA_DIR, 'secrets.json'), '{}', { mode: 0o600 });

  const { code, output } = await doctor({ ...nothing, DATA_DIR, PORTAL_PORT: String(port) });

  server.close();
  expect(code).toBe(1);
  for (const subject of ['ports', 'secrets', 'MongoDB', 'RabbitMQ', 'Chromium'])
    expect(output).toMatch(new RegExp(`^WRONG {2}${subject} .*\\n {7}\\S`, 'm'));
  expect(output).toContain('set PORTAL_PORT to the first of a row of free ports');
});

test('a user of RabbitMQ that may not make queues is found out', async () => {
  const url = new URL(stores.AMQP_URL);
  url.pathname = 'no-such-host';
  expect(await lookAtRabbit(url.href)).toMatchObject({ todo: expect.stringContaining('virtual host') });
});

test('a slice whose file is gone is found out', async () => {
  const folder = newDataDir();
  const store = await openStore(folder);
  const dist = await sliceDist(join(newDataDir(), 'dist'), { name: 'mf-auth', code: 'one' });
  const version = await publish({ store, name: 'mf-auth', dist });
  const check = async () => undefined;
  const change = { slice: 'mf-auth', action: 'deploy', step: deploy(version), by: 'a test', check } as const;
  await changeRegistry({ store, ...change });
  expect(await lookAtSlices(folder)).toEqual({ seen: 'mf-auth: as they were published' });
  rmSync(join(folder, 'mf-auth', version, 'app.js'));
  expect(await lookAtSlices(folder)).toMatchObject({ seen: expect.stringContaining('app.js is missing') });
});
