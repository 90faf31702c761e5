import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { createAuthenticator, isCrossSite } from './authenticator.ts';

const request = { headers: { authorization: 'Bearer a.b.c' } } as IncomingMessage;
const ensureOrder = { name: 'ensureorder', callers: ['svc-application'] } as const;

const buildAuthenticator = (caller: string, scope: string) =>
  createAuthenticator({
    verifyUserToken: () => Promise.reject(new Error('not asked')),
    verifyServiceToken: async () => ({ caller, scope }),
  });

test('returns the caller when call and token name each other', async () => {
  expect(
    await buildAuthenticator('svc-application', 'ensureorder').authenticateService(request, ensureOrder),
  ).toBe('svc-application');
});

test.each([
  ['the call is not for that service', 'svc-ticket', 'ensureorder'],
  ['the token is for another call', 'svc-application', 'findversion'],
])('rejects with 403 when %s', async (_why, caller, scope) => {
  await expect(
    buildAuthenticator(caller, scope).authenticateService(request, ensureOrder),
  ).rejects.toMatchObject({ status: 403 });
});

const portal = 'https://portal.example';

test.each([
  [{}, false],
  [{ origin: portal }, false],
  [{ origin: portal, 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://evil.example' }, true],
  [{ origin: 'http://portal.example' }, true],
  [{ origin: 'https://portal.example.evil.example' }, true],
  [{ origin: 'null' }, true],
  [{ 'sec-fetch-site': 'cross-site' }, true],
  [{ 'sec-fetch-site': 'same-site' }, true],
  [{ origin: portal, 'sec-fetch-site': 'cross-site' }, true],
])('classifies %p as another site: %p', (headers, expected) => {
  expect(isCrossSite(headers, portal)).toBe(expected);
});
