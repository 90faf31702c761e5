import { applicant, type RunningService, signUp, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Doorway, doorwayOf, otherThan } from './support/doorway.ts';

const PER_ADDRESS = 60;

let auth: RunningService;
beforeAll(async () => {
  // As in production, but with a limit of an address that an attack reaches.
  auth = await startService('svc-auth', {
    env: { CHALLENGE_AFTER: '1000000', RATE_PER_ADDRESS: String(PER_ADDRESS) },
  });
});
afterAll(() => auth?.stage.close());

/** Everybody here shares one address, and each test has its own: the owner is the attacker's neighbour. */
let addresses = 0;
let from: Record<string, string>;
const newBrowser = (): Doorway => {
  const [browser, own] = [doorwayOf(() => auth), from];
  return { ...browser, post: (call, body, headers) => browser.post(call, body, { ...own, ...headers }) };
};

const ask = (browser: Doorway, number: string) => browser.post('websiteloginotp', { number });
const guess = (browser: Doorway, number: string, otp: string) =>
  browser.post('submitwithotp', { number, otp });
async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await work();
}

/** The owner's own browser signs in. */
async function signIn(owner: Doorway, number: string): Promise<void> {
  expect((await ask(owner, number)).status).toBe(200);
  const answer = await guess(owner, number, await owner.newestOtp(number));
  expect(await answer.json()).toMatchObject({ status: 200 });
}

interface Victim {
  readonly number: string;
  readonly email: string;
}

/** What a stranger sends who knows an owner's number and e-mail. */
const attacks: Record<string, (victim: Victim) => Promise<void>> = {
  'asks for OTPs until the number is sent no more': async ({ number }) => {
    await times(12, () => ask(newBrowser(), number));
  },
  'asks all day': async ({ number }) => {
    await times(6, async () => {
      await times(6, () => ask(newBrowser(), number));
      await auth.stage.clock.advance({ minutes: 16 });
    });
  },
  'guesses wrong until the own request ends': async ({ number }) => {
    const stranger = newBrowser();
    await ask(stranger, number);
    const wrong = otherThan(await stranger.newestOtp(number));
    await times(12, () => guess(stranger, number, wrong));
  },
  'guesses wrong in every request that the number allows': async ({ number }) => {
    await times(5, async () => {
      const stranger = newBrowser();
      await ask(stranger, number);
      const wrong = otherThan(await stranger.newestOtp(number));
      await times(6, () => guess(stranger, number, wrong));
    });
  },
  'guesses without having asked': async ({ number }) => {
    await times(30, () => guess(newBrowser(), number, '0000'));
  },
  'guesses with a request for another number': async ({ number }) => {
    const [stranger, own] = [newBrowser(), await newBrowser().newcomer()];
    await ask(stranger, own.number);
    await times(30, () => guess(stranger, number, '0000'));
  },
  'uses up the address': async ({ number }) => {
    await times(PER_ADDRESS + 5, () => ask(newBrowser(), number));
  },
  'signs up for the number and the e-mail': async ({ number, email }) => {
    const stranger = newBrowser();
    await times(5, () => stranger.post('submitsignup', signUp({ ...applicant(), number })));
    await times(5, () => stranger.post('submitsignup', signUp(applicant(), { email })));
  },
  'makes up cookies': async ({ number }) => {
    await times(20, async () => {
      const made = 'x'.repeat(43);
      const cookie = `archaka_otp=${made}; archaka_browser=${made}; archaka_session=${made}`;
      await newBrowser().post('websiteloginotp', { number }, { cookie });
      await newBrowser().post('submitwithotp', { number, otp: '0000' }, { cookie });
      await newBrowser().post('logout', {}, { cookie });
    });
  },
  'asks and guesses from many browsers at the same time': async ({ number }) => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const stranger = newBrowser();
        await ask(stranger, number);
        await Promise.all(Array.from({ length: 5 }, () => guess(stranger, number, '0000')));
      }),
    );
  },
};

test.each(Object.entries(attacks))(
  'an owner signs in on a known browser while a stranger %s',
  async (name, attack) => {
    addresses += 1;
    from = { 'x-forwarded-for': `192.0.2.${addresses}` };
    const owner = newBrowser();
    const { number } = await owner.newcomer();
    await signIn(owner, number);

    // The attack comes before the owner asks, and once more between asking and answering.
    const victim = { number, email: String(signUp({ number, name: '' }).email) };
    await attack(victim);
    await signIn(owner, number);
    expect((await ask(owner, number)).status).toBe(200);
    const otp = await owner.newestOtp(number);
    if (name !== 'asks all day') await attack(victim);
    const answer = await guess(owner, number, otp);
    expect(await answer.json()).toMatchObject({ status: 200 });
  },
);
