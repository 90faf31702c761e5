import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { changeRegistry, deploy, openStore, publish } from '@archaka/slice-store';
import { eventually, writeSliceDist } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { checkSlices } from '../src/doctor/portal.ts';
import { checkRabbit } from '../src/doctor/stores.ts';
import { loadOrCreateSecrets } from '../src/secrets.ts';
import { createDataDir } from './launcher-process.ts';

const stores = { MONGO_URL: process.env.TEST_MONGO_URL ?? '', AMQP_URL: process.env.TEST_AMQP_URL ?? '' };
const unreachable = {
  MONGO_URL: 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=1000',
  AMQP_URL: 'amqp://127.0.0.1:9',
  CHROMIUM_PATH: '/bin/true',
};

const runDoctor = (env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const program = join(import.meta.dirname, '../src/doctor.ts');
    const args = ['--disable-warning=ExperimentalWarning', program];
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });

test('passes every check on a machine that can run the portal', async () => {
  const DATA_DIR = createDataDir();
  loadOrCreateSecrets(DATA_DIR, {});
  const { code, output } = await runDoctor({ ...stores, DATA_DIR, PORTAL_PORT: '32100' });
  expect(output).not.toMatch(/^WRONG/m);
  expect(output).toMatch(/Chromium .*prints Telugu/);
  expect(output).toMatch(/MongoDB .*replica set/);
  expect(code).toBe(0);
});

test('reports all faults with their remedies in one run', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await eventually(() => server.listening);
  const { port } = server.address() as { port: number };
  const DATA_DIR = createDataDir();
  writeFileSync(join(DATA_DIR, 'secrets.json'), '{}', { mode: 0o600 });

  const { code, output } = await runDoctor({ ...unreachable, DATA_DIR, PORTAL_PORT: String(port) });

  server.close();
  expect(code).toBe(1);
  for (const subject of ['ports', 'secrets', 'MongoDB', 'RabbitMQ', 'Chromium'])
    expect(output).toMatch(new RegExp(`^WRONG {2}${subject} .*\\n {7}\\S`, 'm'));
  expect(output).toContain('set PORTAL_PORT to the first of seven free ports');
});

test('detects a RabbitMQ user without the permission to declare queues', async () => {
  const url = new URL(stores.AMQP_URL);
  url.pathname = 'no-such-host';
  expect(await checkRabbit(url.href)).toMatchObject({ todo: expect.stringContaining('virtual host') });
});

test('detects a slice with a missing file', async () => {
  const folder = createDataDir();
  const store = await openStore(folder);
  const dist = await writeSliceDist(join(createDataDir(), 'dist'), { name: 'mf-auth', code: 'one' });
  const version = await publish({ store, name: 'mf-auth', dist });
  const check = async () => undefined;
  const change = {
    slice: 'mf-auth',
    action: 'deploy',
    transition: deploy(version),
    by: 'a test',
    check,
  } as const;
  await changeRegistry({ store, ...change });
  expect(await checkSlices(folder)).toEqual({ seen: 'mf-auth: as they were published' });
  rmSync(join(folder, 'mf-auth', version, 'app.js'));
  expect(await checkSlices(folder)).toMatchObject({ seen: expect.stringContaining('app.js is missing') });
});
