import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOperatorEnvironment } from './operator-environment.ts';
import { RunFile } from './run-file.ts';
import { loadOrCreateSecrets } from './secrets.ts';
import { readSettings } from './settings.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'operate-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const stores = { mongoUrl: 'mongodb://127.0.0.1:4711', amqpUrl: 'amqp://127.0.0.1:4712' };
const createEnvironment = (env: Record<string, string>) =>
  createOperatorEnvironment('svc-payment', readSettings({ DATA_DIR: dataDir, ...env }));

function writeRunFile(port: number, { simulator = true } = {}) {
  const run = new RunFile(dataDir);
  if (simulator) run.setComponent('razorpay-sim', { pid: process.pid, port: port + 6 });
  run.setStores(stores);
  run.setComponent('shell', { pid: process.pid, port });
}

test('a command gets the stores, secrets and addresses of the running portal at any port', () => {
  writeRunFile(9000);
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = loadOrCreateSecrets(dataDir, {});
  expect(createEnvironment({})).toMatchObject({
    MONGO_URL: stores.mongoUrl,
    RAZORPAY_URL: 'http://localhost:9006',
    RAZORPAY_KEY_ID,
    RAZORPAY_KEY_SECRET,
  });
});

test('variables of the environment take precedence', () => {
  writeRunFile(9000);
  const environment = createEnvironment({ MONGO_URL: 'mongodb://elsewhere', FEE_PAISE: '100' });
  expect(environment).not.toHaveProperty('MONGO_URL');
  expect(environment).not.toHaveProperty('FEE_PAISE');
});

test('a portal with real keys of Razorpay needs them here, too', () => {
  writeRunFile(9000, { simulator: false });
  expect(() => createEnvironment({})).toThrow(/set RAZORPAY_KEY_ID/);
  const keys = { RAZORPAY_KEY_ID: 'a', RAZORPAY_KEY_SECRET: 'b', RAZORPAY_WEBHOOK_SECRET: 'c' };
  expect(createEnvironment(keys)).toMatchObject({ RAZORPAY_URL: 'https://api.razorpay.com' });
});

test('needs no portal with a store in the environment, else reports its absence in a sentence', () => {
  expect(createEnvironment({ MONGO_URL: 'mongodb://elsewhere' })).toEqual({});
  expect(() => createEnvironment({})).toThrow(/^No portal runs with the data folder /);
});
