import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { describe, expect, test } from '@jest/globals';
import { otpCalls } from './support/otp-calls.ts';
import { getDifferentOtp, serveAuth, type TestBrowser, toOutcome } from './support/test-browser.ts';

const PER_ADDRESS = 60;

// As in production, but with an address limit that an attack reaches.
const auth = serveAuth({ CHALLENGE_AFTER: '1000000', RATE_PER_ADDRESS: String(PER_ADDRESS) });

/** Owner and attacker in a test of `attacks` use the same address. */
let newBrowser: () => TestBrowser;

const requestOtp = (browser: TestBrowser, number: string) => browser.post('websiteloginotp', { number });
const guess = (browser: TestBrowser, number: string, otp: string) =>
  browser.post('submitwithotp', { number, otp });
async function runTimes(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
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
    const shared = auth.openBrowserElsewhere();
    newBrowser = shared.other;
    const owner = newBrowser();
    const { number } = (await owner.openMember()).person;

    // The attack comes before the owner's OTP request, and again between request and sign-in.
    const victim = { number, email: String(buildSignUp({ number, name: '' }).email) };
    await attack(victim);
    expect(await owner.guess(number, await owner.requestOtp(number))).toBe(200);
    const otp = await owner.requestOtp(number);
    if (name !== 'requests OTPs all day') await attack(victim);
    expect(await owner.guess(number, otp)).toBe(200);
  },
);

const { createMember } = auth.openBrowser();

/** Requests an OTP and sends it. */
const signIn = async (browser: TestBrowser, number: string) =>
  browser.guess(number, await browser.requestOtp(number));

/** At one request for the number. */
const guessWrong = async (browser: TestBrowser, number: string, times: number) =>
  browser.guessWrong(number, await browser.requestOtp(number), times);

test('requires two right OTPs in a row from a new browser after four wrong guesses from its address', async () => {
  const attacker = auth.openBrowserElsewhere();
  await guessWrong(attacker, (await createMember()).number, 4);
  const { number } = await createMember();
  const browser = attacker.other();
  expect(await signIn(browser, number)).toBe(428);
  expect(await signIn(browser, number)).toBe(200);

  const other = (await createMember()).number;
  const first = await browser.requestOtp(other);
  expect(await browser.guess(other, first)).toBe(428);
  // A wrong second guess discards the first.
  expect(await browser.guess(other, first)).toBe(420);
  await browser.requestOtp(other);
  expect(await signIn(browser, other)).toBe(428);
});

test('accepts one right OTP after three wrong guesses, and a right OTP does not reset the count of wrong ones', async () => {
  const attacker = auth.openBrowserElsewhere();
  await guessWrong(attacker, (await createMember()).number, 3);
  expect(await signIn(attacker.other(), (await createMember()).number)).toBe(200);
  await guessWrong(attacker.other(), (await createMember()).number, 1);
  expect(await signIn(attacker.other(), (await createMember()).number)).toBe(428);
});

test('requires two right OTPs from new browsers and one from known browsers after twenty wrong guesses at a number', async () => {
  const owner = auth.openBrowserElsewhere();
  const { number } = await createMember();
  expect(await signIn(owner, number)).toBe(200);
  await runTimes(3, () => guessWrong(auth.openBrowserElsewhere(), number, 5));
  await auth.environment.clock.advance({ minutes: 16 });
  await guessWrong(auth.openBrowserElsewhere(), number, 5);

  const browser = auth.openBrowserElsewhere();
  expect(await signIn(browser, number)).toBe(428);
  expect(await signIn(browser, number)).toBe(200);
  expect(await signIn(owner, number)).toBe(200);
});

test('requires two right OTPs from a known browser after twenty wrong guesses from it', async () => {
  const browser = auth.openBrowserElsewhere();
  const { number } = await createMember();
  expect(await signIn(browser, number)).toBe(200);
  await runTimes(4, () => guessWrong(browser, number, 5));
  await auth.environment.clock.advance({ minutes: 16 });
  expect(await signIn(browser, number)).toBe(428);
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

/** The attacker has a fresh session, as of a stolen phone's page, without its cookies; the new number is their own. */
async function attackNumberChange(): Promise<OtpAttack> {
  const owner = auth.openBrowserElsewhere();
  const { person, sessionId } = await owner.openMember();
  const own = buildApplicant().number;
  const thief = auth.openBrowserElsewhere().useSession(sessionId);
  return {
    number: person.number,
    request: async () => toOutcome(await thief.request('requestnumberchange', { number: own })),
    guess: async (old_otp) =>
      toOutcome(
        await thief.request('changenumber', { number: own, old_otp, otp: await owner.readNewestOtp(own) }),
      ),
  };
}

async function attackUndo(): Promise<OtpAttack> {
  const owner = auth.openBrowserElsewhere();
  const { person, send } = await owner.openMember();
  const number = buildApplicant().number;
  await send('requestnumberchange', { number });
  const change = {
    number,
    old_otp: await owner.readNewestOtp(person.number),
    otp: await owner.readNewestOtp(number),
  };
  expect(await send('changenumber', change)).toMatchObject({ status: 200 });
  await auth.environment.clock.advance({ minutes: 16 });
  return createAttack(auth.openBrowserElsewhere(), person.number, ['requestnumberundo', 'undonumberchange']);
}

const otpAttacks = {
  submitwithotp: async () => {
    const { number } = await createMember();
    return createAttack(auth.openBrowserElsewhere(), number, ['websiteloginotp', 'submitwithotp']);
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
