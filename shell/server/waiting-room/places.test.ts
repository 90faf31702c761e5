import { expect, test } from '@jest/globals';
import { createPlaces, type HeldPlace } from './places.ts';

let now = 1_700_000_000_000;
const openPlaces = (secret = 'a secret') => createPlaces({ secret, secure: true, now: () => now });
const toCookies = (setCookie: string) => `other=1; ${setCookie.split(';')[0]}`;
const visit: HeldPlace = { kind: 'visit', id: 'abcdefghijklmnop', since: now };

test('reads a place on every instance that has the secret, until it ends', () => {
  const cookies = toCookies(openPlaces().write(visit));
  expect(openPlaces().read(cookies)).toEqual(visit);
  expect(openPlaces('another secret').read(cookies)).toBeUndefined();
  now += 3600_000;
  expect(openPlaces().read(cookies)).toBeUndefined();
});

test('rejects a forged place, and one that was moved forward', () => {
  const { read, write, createWaiter } = openPlaces();
  const { id, arrivedAt: since } = createWaiter();
  const cookies = toCookies(write({ kind: 'wait', id, since }));
  expect(read(cookies)).toEqual({ kind: 'wait', id, since });
  const earlier = cookies.replace(String(since), String(since - 1000));
  const inside = cookies.replace('wait.', 'visit.');
  const without = cookies.replace(/\.[\w-]+$/, '');
  expect([earlier, inside, without, 'archaka_place=', undefined].map(read)).toEqual(Array(5).fill(undefined));
});

test('rejects the other text that decodes to the same signature', () => {
  const { read, write } = openPlaces();
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const cookies = toCookies(write({ ...visit, since: now }));
  const spareBit = alphabet[alphabet.indexOf(cookies.at(-1) ?? '') ^ 1];
  expect(read(cookies)).toBeDefined();
  expect(read(cookies.slice(0, -1) + spareBit)).toBeUndefined();
});

test('sets a cookie for no script and no other host', () => {
  expect(openPlaces().write(visit)).toMatch(
    /^__Host-archaka_place=.*; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});
