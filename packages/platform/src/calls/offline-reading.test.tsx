import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { clearOfflineData } from '../device/browser-extras.ts';
import { withOfflineDatabase } from '../device/device-databases.ts';
import { createDeviceKeyLoader } from '../device/device-vault.ts';
import { sendNotice } from '../notices/notices.ts';
import { showUser, showVisitor, signedOut } from '../session/session.ts';
import { fetchReadableOffline } from './portal-api.ts';
import { portalFetch } from './portal-fetch.ts';
import 'fake-indexeddb/auto';

const PATH = '/api/dashboard/getticketsandprofile';
const MINUTE_MS = 60_000;
const applicant = { id: 'u1', number: '9000000000', name: 'Rama' };
const key = Buffer.alloc(32, 7).toString('base64');

let isOnline = true;
let sessionStatus = 200;
globalThis.fetch = async (path) => {
  if (!isOnline) throw new TypeError('Failed to fetch');
  if (String(path).endsWith('/getdevicekey'))
    return Response.json({ status: 200, data: [{ key, expires_in: 30 * 60 }] });
  return Response.json({ status: 200, data: ['ARC24-SECRET'] }, { status: sessionStatus });
};
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });

beforeEach(() => {
  showVisitor();
  showUser(applicant);
  sendNotice('signed-in', applicant);
});
afterEach(() => {
  [isOnline, sessionStatus] = [true, 200];
  jest.restoreAllMocks();
});

const query = (body = '{}') => fetchReadableOffline(PATH, { method: 'POST', body });
const readStored = () =>
  withOfflineDatabase(async (database) => ({
    keys: await database.count('keys'),
    answers: await database.getAll('answers'),
  }));

async function queryAndStore(): Promise<void> {
  await (await query()).data?.json();
  await waitFor(async () => expect(await readStored()).toMatchObject({ keys: 1, answers: [{}] }), {
    timeout: 5000,
  });
}

test('returns the last response offline, but none for another request', async () => {
  await queryAndStore();
  isOnline = false;
  expect(await (await query()).data?.json()).toEqual({ status: 200, data: ['ARC24-SECRET'] });
  expect(await query('{"order_id":"1"}')).toEqual({ error: { kind: 'unexpected' } });
});

test('stores responses unreadable without the key', async () => {
  await queryAndStore();
  const [answer] = (await readStored()).answers;
  expect(Buffer.from(answer?.sealed ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('SECRET');
  expect(answer?.id).toMatch(/^[0-9a-f]{64}$/);
});

test('does not use a stored response for a call that failed online', async () => {
  await queryAndStore();
  sessionStatus = 503;
  expect(await query()).toEqual({ error: { kind: 'unexpected' } });
});

test('gives a new page offline the key of its own applicant until the session ends', async () => {
  await queryAndStore();
  isOnline = false;
  expect(await createDeviceKeyLoader('u1')()).toHaveLength(1);
  expect(await createDeviceKeyLoader('u2')()).toBeUndefined();
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 29 * MINUTE_MS);
  expect(await createDeviceKeyLoader('u1')()).toHaveLength(1);
  jest.spyOn(Date, 'now').mockReturnValue(now + 31 * MINUTE_MS);
  expect(await createDeviceKeyLoader('u1')()).toBeUndefined();
  expect(await readStored()).toEqual({ keys: 0, answers: [] });
});

test.each([
  ['the applicant logs out', async () => signedOut()],
  ['another applicant signs in', async () => showUser({ id: 'u2', number: '9000000001', name: 'Sita' })],
  [
    'the service says that the session is over',
    async () => {
      sessionStatus = 401;
      await portalFetch(PATH, { method: 'POST' }, { asksToSignIn: false });
    },
  ],
  ['the portal does without the worker', async () => clearOfflineData()],
])('deletes key and responses from the device when %s', async (_, end) => {
  await queryAndStore();
  await end();
  await waitFor(async () => expect(await readStored()).toEqual({ keys: 0, answers: [] }), { timeout: 5000 });
});
