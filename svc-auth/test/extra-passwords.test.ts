import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser, getDifferentOtp, type TestBrowser } from './support/test-browser.ts';

let auth: RunningService;
beforeAll(async () => {
  // Guesses are bound as in production, and no proof of work is in the way.
  auth = await startService('svc-auth', { env: { CHALLENGE_AFTER: '1000000' } });
});
afterAll(() => auth?.environment.close());

let addressCount = 0;
const createAddress = () => {
  addressCount += 1;
  return `198.51.100.${addressCount}`;
};

interface Guesser {
  readonly browser: TestBrowser;
  readonly requestOtp: (number: string) => Promise<string>;
  /** What the guess is answered with: HTTP's status, or the outcome in it. */
  readonly guess: (number: string, otp: string) => Promise<number>;
}

function createGuesser(address: string): Guesser {
  const browser = createTestBrowser(() => auth);
  const from = { 'x-forwarded-for': address };
  return {
    browser,
    async requestOtp(number) {
      expect((await browser.post('websiteloginotp', { number }, from)).status).toBe(200);
      return browser.readNewestOtp(number);
    },
    async guess(number, otp) {
      const response = await browser.post('submitwithotp', { number, otp }, from);
      return response.ok ? ((await response.json()) as { status: number }).status : response.status;
    },
  };
}
const { createMember } = createTestBrowser(() => auth);

async function guessWrong(address: string, number: string, times: number): Promise<void> {
  const guesser = createGuesser(address);
  const otp = await guesser.requestOtp(number);
  for (let count = 1; count <= times; count += 1)
    expect(await guesser.guess(number, getDifferentOtp(otp))).toBe(420);
}

test('after four wrong guesses of its address a new browser needs two right OTPs in a row', async () => {
  const address = createAddress();
  await guessWrong(address, (await createMember()).number, 4);
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(address);
  expect(await guess(number, await requestOtp(number))).toBe(428);
  expect(await guess(number, await requestOtp(number))).toBe(200);
});

test('the first right OTP is worth nothing once the second was not given', async () => {
  const address = createAddress();
  await guessWrong(address, (await createMember()).number, 4);
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(address);
  const first = await requestOtp(number);
  expect(await guess(number, first)).toBe(428);
  expect(await guess(number, first)).toBe(420);
  await requestOtp(number);
  expect(await guess(number, await requestOtp(number))).toBe(428);
});

test('three wrong guesses ask for nothing more, and a right one takes none back but its own', async () => {
  const address = createAddress();
  await guessWrong(address, (await createMember()).number, 3);
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(address);
  expect(await guess(number, await requestOtp(number))).toBe(200);
  await guessWrong(address, (await createMember()).number, 1);
  const other = await createMember();
  expect(await guess(other.number, await requestOtp(other.number))).toBe(428);
});

test('after twenty wrong guesses from anywhere a number needs two of new browsers, and one of its own', async () => {
  const { number } = await createMember();
  const owner = createGuesser(createAddress());
  expect(await owner.guess(number, await owner.requestOtp(number))).toBe(200);
  for (const _address of [1, 2, 3]) await guessWrong(createAddress(), number, 5);
  await auth.environment.clock.advance({ minutes: 16 });
  await guessWrong(createAddress(), number, 5);

  const { requestOtp, guess } = createGuesser(createAddress());
  expect(await guess(number, await requestOtp(number))).toBe(428);
  expect(await guess(number, await requestOtp(number))).toBe(200);
  expect(await owner.guess(number, await owner.requestOtp(number))).toBe(200);
});

test('a browser that signed in needs two after twenty wrong guesses of its own', async () => {
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(createAddress());
  expect(await guess(number, await requestOtp(number))).toBe(200);
  for (const _request of [1, 2, 3, 4]) {
    const otp = await requestOtp(number);
    for (let count = 1; count <= 5; count += 1) expect(await guess(number, getDifferentOtp(otp))).toBe(420);
  }
  await auth.environment.clock.advance({ minutes: 16 });
  expect(await guess(number, await requestOtp(number))).toBe(428);
});
