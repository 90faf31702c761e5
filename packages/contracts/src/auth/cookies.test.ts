import { expect, test } from '@jest/globals';
import { readCookie, readSessionId } from './cookies.ts';

const local = 'http://localhost:8080';
const secure = 'https://exams.example.in';
const all = 'language=te; archaka_session=12345678; archaka_otp=a';

test('reads one cookie by its whole name', () => {
  expect(readCookie(all, 'language')).toBe('te');
  expect(readCookie('x_language=en', 'language')).toBeUndefined();
  expect(readCookie(undefined, 'language')).toBeUndefined();
});

test('behind TLS reads only a session cookie that no other host can set', () => {
  expect(readSessionId(all, local)).toBe('12345678');
  expect(readSessionId(all, secure)).toBeUndefined();
  expect(readSessionId(`${all}; __Host-archaka_session=87654321`, secure)).toBe('87654321');
});

test.each(['', '1234567', '12345678%00', 'a'.repeat(101), '{"$gt":""}'])(
  'ignores the invalid session id %j',
  (id) => {
    expect(readSessionId(`archaka_session=${id}`, local)).toBeUndefined();
  },
);
