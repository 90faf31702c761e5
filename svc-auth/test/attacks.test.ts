import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { otpCalls } from './support/otp-calls.ts';
import { getDifferentOtp, serveAuth, type TestBrowser, toOutcome } from './support/test-browser.ts';

const PER_ADDRESS = 60;

// As in production, but with an address limit that an attack reaches.
const auth = serveAuth({ CHALLENGE_AFTER: '1000000', RATE_PER_ADDRESS: String(PER_ADDRESS) });

let addressCount = 0;
const createAddress = () => {
  addressCount += 1;
  return `198.51.100.${addressCount}`;
};

/** The shared address in a test of `attacks`: owner and attacker use the same one. */
let fromAddress: Record<string, string>;
const newBrowser = (): TestBrowser => auth.openBrowser(fromAddress);

const requestOtp = (browser: TestBrowser, number: string) => browser.post('websiteloginotp', { number });
const guess = (browser: TestBrowser, number: string, otp: string) =>
  browser.post('submitwithotp', { number, otp });
async function runTimes(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

/** The owner's own browser signs in. */
async function signIn(owner: TestBrowser, number: string): Promise<void> {
  expect((await requestOtp(owner, number)).status).toBe(200);
  const response = await guess(owner, number, await owner.readNewestOtp(number));
  expect(await response.json()).toMatchObject({ status: 200 });
}

interface Victim {
  readonly number: string;
  readonly email: string;
}

/** The requests of an attacker who knows an owner's number and e-mail. */
const attacks: Record<string, (victim: Victim) => Promise<void>> = {
  'requests OTPs until the limit of the number': async ({ number }) => {
    await runTimes(12, () => requestOtp(newBrowser(), number));
  },
  'requests OTPs all day': async ({ number }) => {
    await runTimes(6, async () => {
      await runTimes(6, () => requestOtp(newBrowser(), number));
      await auth.environment.clock.advance({ minutes: 16 });
    });
  },
  'guesses wrong until the own request ends': async ({ number }) => {
    const stranger = newBrowser();
    await requestOtp(stranger, number);
    const wrong = getDifferentOtp(await stranger.readNewestOtp(number));
    await runTimes(12, () => guess(stranger, number, wrong));
  },
  'guesses wrong in every request that the number allows': async ({ number }) => {
    await runTimes(5, async () => {
      const stranger = newBrowser();
      await requestOtp(stranger, number);
      const wrong = getDifferentOtp(await stranger.readNewestOtp(number));
      await runTimes(6, () => guess(stranger, number, wrong));
    });
  },
  'guesses without a request': async ({ number }) => {
    await runTimes(30, () => guess(newBrowser(), number, '0000'));
  },
  'guesses with a request for another number': async ({ number }) => {
    const [stranger, own] = [newBrowser(), await newBrowser().createNewcomer()];
    await requestOtp(stranger, own.number);
    await runTimes(30, () => guess(stranger, number, '0000'));
  },
  'exhausts the limit of the address': async ({ number }) => {
    await runTimes(PER_ADDRESS + 5, () => requestOtp(newBrowser(), number));
  },
  'signs up for the number and the e-mail': async ({ number, email }) => {
    const stranger = newBrowser();
    await runTimes(5, () => stranger.post('submitsignup', buildSignUp({ ...buildApplicant(), number })));
    await runTimes(5, () => stranger.post('submitsignup', buildSignUp(buildApplicant(), { email })));
  },
  'sends invented cookies': async ({ number }) => {
    await runTimes(20, async () => {
      const fakeId = 'x'.repeat(43);
      const cookie = `archaka_otp=${fakeId}; archaka_browser=${fakeId}; archaka_session=${fakeId}`;
      await newBrowser().post('websiteloginotp', { number }, { cookie });
      await newBrowser().post('submitwithotp', { number, otp: '0000' }, { cookie });
      await newBrowser().post('logout', {}, { cookie });
    });
  },
  'requests and guesses from many browsers at the same time': async ({ number }) => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const stranger = newBrowser();
        await requestOtp(stranger, number);
        await Promise.all(Array.from({ length: 5 }, () => guess(stranger, number, '0000')));
      }),
    );
  },
};

test.each(Object.entries(attacks))(
  'signs an owner in on a known browser while a stranger %s',
  async (name, attack) => {
    fromAddress = { 'x-forwarded-for': createAddress() };
    const owner = newBrowser();
    const { number } = await owner.createNewcomer();
    await signIn(owner, number);

    // The attack comes before the owner's OTP request, and again between request and sign-in.
    const victim = { number, email: String(buildSignUp({ number, name: '' }).email) };
    await attack(victim);
    await signIn(owner, number);
    expect((await requestOtp(owner, number)).status).toBe(200);
    const otp = await owner.readNewestOtp(number);
    if (name !== 'requests OTPs all day') await attack(victim);
    const response = await guess(owner, number, otp);
    expect(await response.json()).toMatchObject({ status: 200 });
  },
);

function createGuesser(address: string) {
  const browser = auth.openBrowser({ 'x-forwarded-for': address });
  return {
    async requestOtp(number: string) {
      expect((await requestOtp(browser, number)).status).toBe(200);
      return browser.readNewestOtp(number);
    },
    guess: async (number: string, otp: string) => toOutcome(await guess(browser, number, otp)),
  };
}
const { createMember } = auth.openBrowser();

async function guessWrong(address: string, number: string, times: number): Promise<void> {
  const guesser = createGuesser(address);
  const otp = await guesser.requestOtp(number);
  for (let count = 1; count <= times; count += 1)
    expect(await guesser.guess(number, getDifferentOtp(otp))).toBe(420);
}

test('requires two right OTPs in a row from a new browser after four wrong guesses from its address', async () => {
  const address = createAddress();
  await guessWrong(address, (await createMember()).number, 4);
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(address);
  expect(await guess(number, await requestOtp(number))).toBe(428);
  expect(await guess(number, await requestOtp(number))).toBe(200);
});

test('discards the first right OTP when the second guess is wrong', async () => {
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

test('accepts one right OTP after three wrong guesses, and a right OTP does not reset the count of wrong ones', async () => {
  const address = createAddress();
  await guessWrong(address, (await createMember()).number, 3);
  const { number } = await createMember();
  const { requestOtp, guess } = createGuesser(address);
  expect(await guess(number, await requestOtp(number))).toBe(200);
  await guessWrong(address, (await createMember()).number, 1);
  const other = await createMember();
  expect(await guess(other.number, await requestOtp(other.number))).toBe(428);
});

test('requires two right OTPs from new browsers and one from known browsers after twenty wrong guesses at a number', async () => {
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

test('requires two right OTPs from a known browser after twenty wrong guesses from it', async () => {
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

/** A guesser at one pair of calls, from an address of its own. `number`: the one whose password is guessed. */
interface OtpAttack {
  readonly number: string;
  readonly request: () => Promise<number>;
  /** The response to the guess: HTTP's status, or the outcome in the body. */
  readonly guess: (otp: string) => Promise<number>;
}

function createAttack(browser: TestBrowser, number: string, [sends, guesses]: [string, string]): OtpAttack {
  return {
    number,
    request: async () => toOutcome(await browser.post(sends, { number })),
    guess: async (otp) => toOutcome(await browser.post(guesses, { number, otp })),
  };
}

/** A browser that is signed in to the number, with the headers of its session. */
async function openSessionOf(number: string) {
  const browser = auth.openBrowser({ 'x-forwarded-for': createAddress() });
  return { browser, ...(await browser.authorize(await browser.openSession(number))) };
}

/** The attacker has a fresh session, as of a stolen phone's page, without its cookies; the new number is their own. */
async function attackNumberChange(): Promise<OtpAttack> {
  const { number } = await createMember();
  const { browser, headers } = await openSessionOf(number);
  const own = buildApplicant().number;
  const thief = auth.openBrowser({ ...headers, 'x-forwarded-for': createAddress() });
  return {
    number,
    request: async () => toOutcome(await thief.post('requestnumberchange', { number: own })),
    guess: async (old_otp) =>
      toOutcome(
        await thief.post('changenumber', { number: own, old_otp, otp: await browser.readNewestOtp(own) }),
      ),
  };
}

async function attackUndo(): Promise<OtpAttack> {
  const { number } = await createMember();
  const { browser, headers } = await openSessionOf(number);
  const next = buildApplicant().number;
  await browser.post('requestnumberchange', { number: next }, headers);
  const change = {
    number: next,
    old_otp: await browser.readNewestOtp(number),
    otp: await browser.readNewestOtp(next),
  };
  expect(await toOutcome(await browser.post('changenumber', change, headers))).toBe(200);
  await auth.environment.clock.advance({ minutes: 16 });
  const stranger = auth.openBrowser({ 'x-forwarded-for': createAddress() });
  return createAttack(stranger, number, ['requestnumberundo', 'undonumberchange']);
}

const otpAttacks = {
  submitwithotp: async () => {
    const { number } = await createMember();
    const stranger = auth.openBrowser({ 'x-forwarded-for': createAddress() });
    return createAttack(stranger, number, ['websiteloginotp', 'submitwithotp']);
  },
  changenumber: attackNumberChange,
  undonumberchange: attackUndo,
} satisfies Record<(typeof otpCalls)[number]['guesses']['name'], () => Promise<OtpAttack>>;

describe.each(otpCalls.map(({ guesses }) => guesses.name))('%s', (call) => {
  test('ends the request at the fifth wrong guess and needs two right OTPs in a row afterwards', async () => {
    const { number, request, guess } = await otpAttacks[call]();
    const { readNewestOtp } = auth.openBrowser();
    expect(await request()).toBe(200);
    const right = await readNewestOtp(number);
    for (let count = 1; count <= 5; count += 1) expect(await guess(getDifferentOtp(right))).toBe(420);
    expect(await guess(right)).toBe(429);

    expect(await request()).toBe(200);
    expect(await guess(await readNewestOtp(number))).toBe(428);
    expect(await request()).toBe(200);
    expect(await guess(await readNewestOtp(number))).toBe(200);
  });

  test('sends a stranger at most five messages in 15 minutes', async () => {
    const { request } = await otpAttacks[call]();
    const outcomes: number[] = [];
    for (let count = 1; count <= 6; count += 1) outcomes.push(await request());
    expect(outcomes.at(-1)).toBe(429);
  });
});
