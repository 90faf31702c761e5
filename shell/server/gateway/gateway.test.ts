import { expect, test } from '@jest/globals';
import { createCookieFilter, headersForClient, headersForService } from './gateway.ts';

const caller = {
  address: '203.0.113.9',
  host: 'exams.example.in',
  gatewayToken: 'gateway-token',
  requestId: 'own-id',
  traceparent: 'own-trace',
  token: 'own-token',
  cookie: undefined,
};

/** Converts alternating names and values to an object. */
const toObject = (flat: readonly unknown[]) =>
  Object.fromEntries(flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1]]] : [])));

test('replaces each claim of a client by the gateway’s own headers, and drops hop-by-hop headers', () => {
  const claims = {
    accept: 'text/html',
    authorization: 'Bearer forged',
    cookie: 'archaka_session=1',
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'elsewhere.example',
    'x-gateway-token': 'forged',
    'x-request-id': 'forged',
    traceparent: 'forged',
    tracestate: 'forged',
    connection: 'Keep-Alive, X-Own',
    'x-own': 'for this hop',
    te: 'trailers',
  };
  expect(toObject(headersForService(claims, caller))).toEqual({
    accept: 'text/html',
    authorization: 'Bearer own-token',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'exams.example.in',
    'x-gateway-token': 'gateway-token',
    'x-request-id': 'own-id',
    traceparent: 'own-trace',
  });
});

test('sends a client the allowed cookies, and a default only where the service has no header of its own', () => {
  const fixedHeaders = [
    ['content-security-policy', 'of the shell'],
    ['x-frame-options', 'of the shell'],
  ] as const;
  const answered = {
    'content-security-policy': 'of the service',
    'set-cookie': ['a=1', 'b=2'],
    connection: 'close',
  };
  expect(headersForClient(answered, { setCookies: ['b=2'], requestId: 'own-id', fixedHeaders })).toEqual([
    ...['content-security-policy', 'of the service'],
    ...['x-request-id', 'own-id'],
    ...['x-frame-options', 'of the shell'],
    ...['set-cookie', 'b=2'],
  ]);
});

const localFilter = createCookieFilter('http://localhost:8080');
const secureFilter = createCookieFilter('https://exams.example.in');
const all =
  'language=te; archaka_session=12345678; archaka_otp=a; archaka_browser=b; archaka_visitor=c; archaka_desk=d';

test('forwards svc-auth its own cookies only', () => {
  expect(localFilter.forService('auth', all)).toBe(
    'archaka_session=12345678; archaka_otp=a; archaka_browser=b',
  );
  expect(localFilter.forService('auth', 'language=te; archaka_visitor=c; x_archaka_otp=a')).toBeUndefined();
  expect(localFilter.forService('auth', undefined)).toBeUndefined();
});

test('forwards svc-desk its own cookie only, and other services none', () => {
  expect(localFilter.forService('desk', all)).toBe('archaka_desk=d');
  expect(localFilter.forService('application', all)).toBeUndefined();
  expect(localFilter.fromService('desk', ['archaka_session=a', 'archaka_desk=d'])).toEqual([
    'archaka_desk=d',
  ]);
});

test('lets svc-auth set its own cookies only', () => {
  const [own, foreign] = ['archaka_otp=a; HttpOnly', 'archaka_visitor=c'];
  expect(localFilter.fromService('auth', [own, foreign])).toEqual([own]);
  expect(localFilter.fromService('auth', foreign)).toEqual([]);
  expect(localFilter.fromService('auth', undefined)).toEqual([]);
});

test('behind TLS reads only cookies that no other host can set', () => {
  expect(secureFilter.forService('auth', all)).toBeUndefined();
  expect(secureFilter.fromService('auth', ['archaka_session=a', '__Host-archaka_session=b; Secure'])).toEqual(
    ['__Host-archaka_session=b; Secure'],
  );
});
