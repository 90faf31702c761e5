import { expect, jest, test } from '@jest/globals';
import { verifiedTokens } from './verified-tokens.ts';

const inSeconds = (seconds: number) => Date.now() / 1000 + seconds;

test('a token is verified once until it expires', async () => {
  let expires = inSeconds(60);
  const verify = jest.fn(async (token: string) => ({ subject: `user of ${token}`, expires }));
  const identify = verifiedTokens(verify);

  expect(await identify('a')).toBe('user of a');
  expect(await identify('a')).toBe('user of a');
  expect(verify).toHaveBeenCalledTimes(1);

  expires = inSeconds(-1);
  await identify('b');
  await identify('b');
  expect(verify).toHaveBeenCalledTimes(3);
});

test('a refused token is not kept', async () => {
  const verify = jest.fn(async () => {
    throw new Error('no');
  });
  const identify = verifiedTokens(verify);
  await expect(identify('a')).rejects.toThrow('no');
  await expect(identify('a')).rejects.toThrow('no');
  expect(verify).toHaveBeenCalledTimes(2);
});

test('the least recently used token goes first', async () => {
  const verify = jest.fn(async (token: string) => ({ subject: token, expires: inSeconds(60) }));
  const identify = verifiedTokens(verify, { capacity: 2 });
  for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await identify(token);
  expect(verify.mock.calls.map(([token]) => token)).toEqual(['a', 'b', 'c', 'b']);
});
