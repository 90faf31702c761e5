import { getDraft } from '@archaka/contracts/calls';
import { afterEach, expect, jest, test } from '@jest/globals';
import { sendEarly } from './early-requests.ts';
import { portalFetch } from './portal-fetch.ts';

const path = '/api/dashboard/getsaveformdata';
const init = { method: 'POST', body: '{}' };
let sent = 0;
globalThis.fetch = async () => {
  sent += 1;
  return Response.json({ sent });
};

afterEach(() => {
  jest.useRealTimers();
  sent = 0;
});

test('the first equal request gets the early response, another is sent', async () => {
  sendEarly(getDraft);
  await portalFetch(path, { ...init, body: '{"other":1}' });
  expect(await (await portalFetch(path, init)).data?.json()).toEqual({ sent: 1 });
  expect(await (await portalFetch(path, init)).data?.json()).toEqual({ sent: 3 });
});

test('a response that came long before is not used', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'clearTimeout'] });
  sendEarly(getDraft);
  jest.advanceTimersByTime(16_000);
  expect(await (await portalFetch(path, init)).data?.json()).toEqual({ sent: 2 });
});
