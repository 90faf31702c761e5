import { expect, test } from '@jest/globals';
import { readCookie, readSessionId } from './cookies.ts';

const local = 'http://localhost:8080';
const secure = 'https://exams.example.in';
const all = 'language=te; archaka_session=12345678; archaka_otp=a';

test('one cookie is read by its whole name', () => {
  expect(readCookie(all, 'language')).toBe('te');
  expect(readCookie('x_language=en', 'language')).toBeUndefined();
  expect(readCookie(undefined, 'language')).toBeUndefined();
});

test('behind TLS only a session’s cookie counts that no other host can have set', () => {
  expect(readSessionId(all, local)).toBe('12345678');
  expect(readSessionId(all, secure)).toBeUndefined();
  expect(readSessionId(`${all}; __Host-archaka_session=87654321`, secure)).toBe('87654321');
});

test.each(['', '1234567', '12345678%00', 'a'.repeat(101), '{"$gt":""}'])(
  'the session id %j could be none, and counts as none',
  (id) => {
    expect(readSessionId(`archaka_session=${id}`, local)).toBeUndefined();
  },
);
