import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Doorway, doorwayOf, otherThan } from './support/doorway.ts';

let auth: RunningService;
beforeAll(async () => {
  // Guesses are bound as in production, and no proof of work is in the way.
  auth = await startService('svc-auth', { env: { CHALLENGE_AFTER: '1000000' } });
});
afterAll(() => auth?.stage.close());

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

interface Guesser {
  readonly browser: Doorway;
  readonly ask: (number: string) => Promise<string>;
  /** What the guess is answered with: HTTP's status, or the outcome in it. */
  readonly guess: (number: string, otp: string) => Promise<number>;
}

function guesserAt(address: string): Guesser {
  const browser = doorwayOf(() => auth);
  const from = { 'x-forwarded-for': address };
  return {
    browser,
    async ask(number) {
      expect((await browser.post('websiteloginotp', { number }, from)).status).toBe(200);
      return browser.newestOtp(number);
    },
    async guess(number, otp) {
      const response = await browser.post('submitwithotp', { number, otp }, from);
      return response.ok ? ((await response.json()) as { status: number }).status : response.status;
    },
  };
}
const { member } = doorwayOf(() => auth);

async function guessWrong(address: string, number: string, times: number): Promise<void> {
  const guesser = guesserAt(address);
  const otp = await guesser.ask(number);
  for (let count = 1; count <= times; count += 1)
    expect(await guesser.guess(number, otherThan(otp))).toBe(420);
}

test('after four wrong guesses of its address a new browser needs two right OTPs in a row', async () => {
  const address = newAddress();
  await guessWrong(address, (await member()).number, 4);
  const { number } = await member();
  const { ask, guess } = guesserAt(address);
  expect(await guess(number, await ask(number))).toBe(428);
  expect(await guess(number, await ask(number))).toBe(200);
});

test('the first right OTP is worth nothing once the second was not given', async () => {
  const address = newAddress();
  await guessWrong(address, (await member()).number, 4);
  const { number } = await member();
  const { ask, guess } = guesserAt(address);
  const first = await ask(number);
  expect(await guess(number, first)).toBe(428);
  expect(await guess(number, first)).toBe(420);
  await ask(number);
  expect(await guess(number, await ask(number))).toBe(428);
});

test('three wrong guesses ask for nothing more, and a right one takes none back but its own', async () => {
  const address = newAddress();
  await guessWrong(address, (await member()).number, 3);
  const { number } = await member();
  const { ask, guess } = guesserAt(address);
  expect(await guess(number, await ask(number))).toBe(200);
  await guessWrong(address, (await member()).number, 1);
  const other = await member();
  expect(await guess(other.number, await ask(other.number))).toBe(428);
});

test('after twenty wrong guesses from anywhere a number needs two of new browsers, and one of its own', async () => {
  const { number } = await member();
  const owner = guesserAt(newAddress());
  expect(await owner.guess(number, await owner.ask(number))).toBe(200);
  for (const _address of [1, 2, 3]) await guessWrong(newAddress(), number, 5);
  await auth.stage.clock.advance({ minutes: 16 });
  await guessWrong(newAddress(), number, 5);

  const { ask, guess } = guesserAt(newAddress());
  expect(await guess(number, await ask(number))).toBe(428);
  expect(await guess(number, await ask(number))).toBe(200);
  expect(await owner.guess(number, await owner.ask(number))).toBe(200);
});

test('a browser that signed in needs two after twenty wrong guesses of its own', async () => {
  const { number } = await member();
  const { ask, guess } = guesserAt(newAddress());
  expect(await guess(number, await ask(number))).toBe(200);
  for (const _request of [1, 2, 3, 4]) {
    const otp = await ask(number);
    for (let count = 1; count <= 5; count += 1) expect(await guess(number, otherThan(otp))).toBe(420);
  }
  await auth.stage.clock.advance({ minutes: 16 });
  expect(await guess(number, await ask(number))).toBe(428);
});
