import { buildApplicant, buildSignUp, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestBrowser, getDifferentOtp, type TestBrowser } from './support/test-browser.ts';

const PER_ADDRESS = 60;

let auth: RunningService;
beforeAll(async () => {
  // As in production, but with a limit of an address that an attack reaches.
  auth = await startService('svc-auth', {
    env: { CHALLENGE_AFTER: '1000000', RATE_PER_ADDRESS: String(PER_ADDRESS) },
  });
});
afterAll(() => auth?.environment.close());

/** Everybody here shares one address, and each test has its own: the owner is the attacker's neighbour. */
let addressCount = 0;
let fromAddress: Record<string, string>;
const newBrowser = (): TestBrowser => {
  const [browser, own] = [createTestBrowser(() => auth), fromAddress];
  return { ...browser, post: (call, body, headers) => browser.post(call, body, { ...own, ...headers }) };
};

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

/** What a stranger sends who knows an owner's number and e-mail. */
const attacks: Record<string, (victim: Victim) => Promise<void>> = {
  'asks for OTPs until the number is sent no more': async ({ number }) => {
    await runTimes(12, () => requestOtp(newBrowser(), number));
  },
  'asks all day': async ({ number }) => {
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
  'guesses without having asked': async ({ number }) => {
    await runTimes(30, () => guess(newBrowser(), number, '0000'));
  },
  'guesses with a request for another number': async ({ number }) => {
    const [stranger, own] = [newBrowser(), await newBrowser().createNewcomer()];
    await requestOtp(stranger, own.number);
    await runTimes(30, () => guess(stranger, number, '0000'));
  },
  'uses up the address': async ({ number }) => {
    await runTimes(PER_ADDRESS + 5, () => requestOtp(newBrowser(), number));
  },
  'signs up for the number and the e-mail': async ({ number, email }) => {
    const stranger = newBrowser();
    await runTimes(5, () => stranger.post('submitsignup', buildSignUp({ ...buildApplicant(), number })));
    await runTimes(5, () => stranger.post('submitsignup', buildSignUp(buildApplicant(), { email })));
  },
  'makes up cookies': async ({ number }) => {
    await runTimes(20, async () => {
      const fakeId = 'x'.repeat(43);
      const cookie = `archaka_otp=${fakeId}; archaka_browser=${fakeId}; archaka_session=${fakeId}`;
      await newBrowser().post('websiteloginotp', { number }, { cookie });
      await newBrowser().post('submitwithotp', { number, otp: '0000' }, { cookie });
      await newBrowser().post('logout', {}, { cookie });
    });
  },
  'asks and guesses from many browsers at the same time': async ({ number }) => {
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
  'an owner signs in on a known browser while a stranger %s',
  async (name, attack) => {
    addressCount += 1;
    fromAddress = { 'x-forwarded-for': `192.0.2.${addressCount}` };
    const owner = newBrowser();
    const { number } = await owner.createNewcomer();
    await signIn(owner, number);

    // The attack comes before the owner asks, and once more between asking and answering.
    const victim = { number, email: String(buildSignUp({ number, name: '' }).email) };
    await attack(victim);
    await signIn(owner, number);
    expect((await requestOtp(owner, number)).status).toBe(200);
    const otp = await owner.readNewestOtp(number);
    if (name !== 'asks all day') await attack(victim);
    const response = await guess(owner, number, otp);
    expect(await response.json()).toMatchObject({ status: 200 });
  },
);
