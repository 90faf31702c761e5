import { expect, test } from '@jest/globals';
import { createCookieFilter } from './cookie.ts';

const localFilter = createCookieFilter('http://localhost:8080');
const secureFilter = createCookieFilter('https://exams.example.in');
const all = 'language=te; archaka_session=12345678; archaka_otp=a; archaka_browser=b; archaka_visitor=c';

test('forwards svc-auth its own cookies only', () => {
  expect(localFilter.forAuth(all)).toBe('archaka_session=12345678; archaka_otp=a; archaka_browser=b');
  expect(localFilter.forAuth('language=te; archaka_visitor=c; x_archaka_otp=a')).toBeUndefined();
  expect(localFilter.forAuth(undefined)).toBeUndefined();
});

test('lets svc-auth set its own cookies only', () => {
  const [own, foreign] = ['archaka_otp=a; HttpOnly', 'archaka_visitor=c'];
  expect(localFilter.fromAuth([own, foreign])).toEqual([own]);
  expect(localFilter.fromAuth(foreign)).toEqual([]);
  expect(localFilter.fromAuth(undefined)).toEqual([]);
});

test('behind TLS reads only cookies that no other host can set', () => {
  expect(secureFilter.forAuth(all)).toBeUndefined();
  expect(secureFilter.fromAuth(['archaka_session=a', '__Host-archaka_session=b; Secure'])).toEqual([
    '__Host-archaka_session=b; Secure',
  ]);
});
