import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { portalFetch } from './portal-fetch.ts';

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/;
const fetched = jest.fn<typeof fetch>();
const before = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = fetched.mockResolvedValue(new Response());
});
afterEach(() => {
  globalThis.fetch = before;
  fetched.mockReset();
});
const headerOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers).get('traceparent');

test('what a page asks is one trace, each request a part of its own', async () => {
  await portalFetch('/api/one', { headers: { Accept: 'application/json' } });
  await portalFetch('/api/two');
  const [one, two] = [headerOf(0), headerOf(1)];
  expect(one).toMatch(TRACEPARENT);
  expect(two?.match(TRACEPARENT)?.[1]).toBe(one?.match(TRACEPARENT)?.[1]);
  expect(two).not.toBe(one);
  expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('accept')).toBe('application/json');
});

test('another origin hears nothing of it', async () => {
  await portalFetch('http://localhost:8085/checkpaynumberandaadhar', { method: 'POST' });
  expect(headerOf(0)).toBeNull();
});
