import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  countPasswordsNeeded,
  EXTRA_PASSWORD_AFTER,
  STRANGER_MESSAGES_DAILY,
} from '../../svc-auth/src/domain/limits.ts';
import { OTP_COUNT, OTP_GUESSES } from '../../svc-auth/src/domain/otp.ts';

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

test('one address takes over any account in a day with a chance of at most 1 in 1,000', () => {
  expect(address).toBeLessThanOrEqual(1 / 1000);
  expect(address).toBeGreaterThan(0.0008);
});

test('all addresses together take over a certain account in a day with a chance of at most 1 in 400', () => {
  expect(number).toBeLessThanOrEqual(1 / 400);
});

test('without the further passwords one address would take over about twelve accounts a day', () => {
  expect(calculateChance(GUESSES_PER_DAY, [])).toBeCloseTo(12, 5);
});

test('the document contains these numbers', () => {
  const document = readFileSync(new URL('../../docs/security/sign-in.md', import.meta.url), 'utf8');
  for (const documented of [address, number].map((chance) => `${(chance * 100).toFixed(3)} %`))
    expect(document).toContain(documented);
});
