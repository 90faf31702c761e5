import { expect, test } from '@jest/globals';
import { createSessions, type Exchange } from './sessions.ts';

/** A gateway's sessions before a svc-auth that knows these, and what it was asked. */
function sessionsBefore(known: readonly string[], capacity: number) {
  const asked: string[] = [];
  const clock = { now: 1_000_000 };
  const exchange: Exchange = async (id) => {
    asked.push(id);
    return known.includes(id) ? { token: `token.${id}`, expiresAt: clock.now + 900_000 } : undefined;
  };
  const sessions = createSessions({ exchange, capacity, now: () => clock.now });
  return { sessions, asked, clock, tokenOf: (id: string) => sessions.tokenFor(id, 'svc-application') };
}

test('keeps sessions however many unknown ids come', async () => {
  const { asked, tokenOf } = sessionsBefore(['real'], 10);
  expect(await tokenOf('real')).toBe('token.real');
  for (let count = 0; count < 100; count += 1) expect(await tokenOf(`junk${count}`)).toBeUndefined();
  expect(await tokenOf('real')).toBe('token.real');
  expect(asked.filter((id) => id === 'real')).toHaveLength(1);
});

test('asks about an unknown id once a second, however often it comes', async () => {
  const { asked, clock, sessions, tokenOf } = sessionsBefore([], 10);
  for (let count = 0; count < 50; count += 1) expect(await tokenOf('junk')).toBeUndefined();
  expect(asked).toEqual(['junk']);
  expect(sessions.isCached('junk', 'svc-application')).toBe(true);
  clock.now += 1001;
  expect(await tokenOf('junk')).toBeUndefined();
  expect(asked).toEqual(['junk', 'junk']);
});

test('does not cache the token of a session that was forgotten while it was asked about', async () => {
  const { sessions, asked, tokenOf } = sessionsBefore(['real'], 10);
  const early = tokenOf('real');
  sessions.forget('real');
  expect(await early).toBe('token.real');
  expect(sessions.isCached('real', 'svc-application')).toBe(false);
  await tokenOf('real');
  expect(asked).toHaveLength(2);
});
