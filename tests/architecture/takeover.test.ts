import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { authCalls, OTP_GUESSES } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import {
  countPasswordsNeeded,
  EXTRA_PASSWORD_AFTER,
  KNOWN_BROWSER_MESSAGES,
  STRANGER_MESSAGES_DAILY,
} from '../../svc-auth/src/domain/limits.ts';
import { OTP_COUNT } from '../../svc-auth/src/domain/otp.ts';
import { VERY_FRESH_MINUTES } from '../../svc-auth/src/domain/session.ts';
import { otpCalls } from '../../svc-auth/test/support/otp-calls.ts';

/** RATE_PER_ADDRESS for a day, all of them guesses. */
const GUESSES_PER_DAY = 5000 * 24;

/**
 * An upper bound of the chance that one of so many guesses signs in. A guess at the first password is right once in
 * 10,000; each further password that is needed then allows the five guesses of one request.
 */
function calculateChance(guesses: number, steps: readonly number[]): number {
  const chancePerRequest = OTP_GUESSES / OTP_COUNT;
  let chance = 0;
  for (let count = 1; count <= guesses; count += 1)
    chance += (1 / OTP_COUNT) * chancePerRequest ** (countPasswordsNeeded(steps, count) - 1);
  return chance;
}

/** Any 24 hours may overlap two counted days. */
const chanceInAnyDay = (guesses: number, steps: readonly number[]) => 2 * calculateChance(guesses / 2, steps);

const address = chanceInAnyDay(GUESSES_PER_DAY, EXTRA_PASSWORD_AFTER.address);
const number = calculateChance(STRANGER_MESSAGES_DAILY.points * OTP_GUESSES, EXTRA_PASSWORD_AFTER.number);
/** A stolen session that is as fresh as a change of the number requires: the messages of one window. */
const session = calculateChance(
  KNOWN_BROWSER_MESSAGES.points * OTP_GUESSES,
  EXTRA_PASSWORD_AFTER.knownBrowser,
);

test('one address takes over any account in a day with a chance of at most 1 in 1,000', () => {
  expect(address).toBeLessThanOrEqual(1 / 1000);
  expect(address).toBeGreaterThan(0.0008);
});

test('all addresses together take over a certain account in a day with a chance of at most 1 in 400', () => {
  expect(number).toBeLessThanOrEqual(1 / 400);
});

test('a stolen session changes the number with a chance of at most 1 in 400, in the minutes in which it is fresh', () => {
  expect(VERY_FRESH_MINUTES * 60).toBeLessThan(KNOWN_BROWSER_MESSAGES.seconds);
  expect(session).toBeLessThanOrEqual(1 / 400);
});

test('without the further passwords one address would take over about twelve accounts a day', () => {
  expect(calculateChance(GUESSES_PER_DAY, [])).toBeCloseTo(12, 5);
});

test('the document contains these numbers', () => {
  const document = readFileSync(new URL('../../docs/security/sign-in.md', import.meta.url), 'utf8');
  for (const documented of [address, number, session].map((chance) => `${(chance * 100).toFixed(3)} %`))
    expect(document).toContain(documented);
});

test('the attacks try every call that has a one-time password', () => {
  const guessing = authCalls.filter(({ request }) => Object.keys(request.shape).includes('otp'));
  expect(otpCalls.map(({ guesses }) => guesses.name)).toEqual(guessing.map(({ name }) => name));
});

const ROOT = new URL('../../', import.meta.url);
const sources = execFileSync('git', ['ls-files', 'svc-auth/src'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
const findUsers = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test('only the gate sends one-time passwords, checks them, or counts messages and guesses', () => {
  const gate = 'svc-auth/src/features/otp-gate.ts';
  expect(
    findUsers(
      /\.sendOtp\(|\botps\.(create|guess|consume)\(|\bhashOtp\(\s*peppers|\bcreateCallerLimits\(\s*this/,
    ),
  ).toEqual([gate]);
  expect(findUsers(/new OtpGate\(/)).toEqual(['svc-auth/src/features/dependencies.ts']);
});
