import { expect, test } from '@jest/globals';
import { cookiesAt } from './cookie.ts';

const local = cookiesAt('http://localhost:8080');
const secure = cookiesAt('https://exams.example.in');
const all = 'language=te; archaka_session=12345678; archaka_otp=a; archaka_browser=b; archaka_visitor=c';

test('svc-auth sees its own cookies and no others', () => {
  expect(local.forAuth(all)).toBe('archaka_session=12345678; archaka_otp=a; archaka_browser=b');
  expect(local.forAuth('language=te; archaka_visitor=c; x_archaka_otp=a')).toBeUndefined();
  expect(local.forAuth(undefined)).toBeUndefined();
});

test('svc-auth sets its own cookies and no others', () => {
  const [own, foreign] = ['archaka_otp=a; HttpOnly', 'archaka_visitor=c'];
  expect(local.fromAuth([own, foreign])).toEqual([own]);
  expect(local.fromAuth(foreign)).toEqual([]);
  expect(local.fromAuth(undefined)).toEqual([]);
});

test('behind TLS only cookies count that no other host can have set', () => {
  expect(local.sessionIdOf(all)).toBe('12345678');
  expect(secure.sessionIdOf(all)).toBeUndefined();
  expect(secure.forAuth(all)).toBeUndefined();
  expect(secure.sessionIdOf(`${all}; __Host-archaka_session=87654321`)).toBe('87654321');
  expect(secure.fromAuth(['archaka_session=a', '__Host-archaka_session=b; Secure'])).toEqual([
    '__Host-archaka_session=b; Secure',
  ]);
});
