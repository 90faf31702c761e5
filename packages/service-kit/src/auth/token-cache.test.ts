import { expect, jest, test } from '@jest/globals';
import { createTokenCache } from './token-cache.ts';

const secondsFromNow = (seconds: number) => Date.now() / 1000 + seconds;

test('verifies a token once until it expires', async () => {
  let expires = secondsFromNow(60);
  const verify = jest.fn(async (token: string) => ({ subject: { name: `user of ${token}` }, expires }));
  const verifyCached = createTokenCache(verify);

  expect(await verifyCached('a')).toEqual({ name: 'user of a' });
  expect(await verifyCached('a')).toEqual({ name: 'user of a' });
  expect(verify).toHaveBeenCalledTimes(1);

  expires = secondsFromNow(-1);
  await verifyCached('b');
  await verifyCached('b');
  expect(verify).toHaveBeenCalledTimes(3);
});

test('does not cache a rejected token', async () => {
  const verify = jest.fn(async () => {
    throw new Error('no');
  });
  const verifyCached = createTokenCache(verify);
  await expect(verifyCached('a')).rejects.toThrow('no');
  await expect(verifyCached('a')).rejects.toThrow('no');
  expect(verify).toHaveBeenCalledTimes(2);
});

test('evicts the least recently used token', async () => {
  const verify = jest.fn(async (token: string) => ({ subject: { token }, expires: secondsFromNow(60) }));
  const verifyCached = createTokenCache(verify, { capacity: 2 });
  for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await verifyCached(token);
  expect(verify.mock.calls.map(([token]) => token)).toEqual(['a', 'b', 'c', 'b']);
});
