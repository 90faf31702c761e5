import type { Challenge, Problem } from '@archaka/contracts';
import { buildApplicant, buildSignUp } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { serveAuth, type TestBrowser } from './support/test-browser.ts';

const encode = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** The proof for a challenge, as a browser sends it. */
async function solveProof(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}

/** A proof without computation. */
const forged = {
  withoutWork: (challenge: Challenge) =>
    encode({
      challenge,
      solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') },
    }),
  /** A solved challenge that was altered to be easy. */
  easier: async ({ parameters, signature }: Challenge) => {
    const easy = { parameters: { ...parameters, cost: 1, keyPrefix: '00' }, signature };
    return solveProof(easy);
  },
  /** A challenge with a postponed expiry. */
  prolonged: async (challenge: Challenge) => {
    const { parameters, signature } = challenge;
    const later = { ...parameters, expiresAt: parameters.expiresAt + 3600 };
    const solution = await solveChallenge({ challenge, deriveKey });
    return encode({ challenge: { parameters: later, signature }, solution });
  },
};

const FREE_REQUESTS = 3;

const auth = serveAuth({ CHALLENGE_AFTER: String(FREE_REQUESTS) });

const { openBrowserElsewhere } = auth;
/** A number that has signed up on a browser elsewhere. */
const createNewcomer = () => openBrowserElsewhere().createNewcomer();

async function getChallenge(response: Response) {
  expect(response.status).toBe(428);
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({ status: 428, code: 'challenge' });
  if (!problem.challenge) throw new Error('a 428 without a challenge');
  return problem.challenge;
}

/** A browser whose address has used all requests without a proof, and its next challenge. */
async function createChallengedBrowser() {
  const browser = openBrowserElsewhere();
  const { number } = await createNewcomer();
  for (let count = 1; count <= FREE_REQUESTS; count += 1)
    expect((await browser.post('websiteloginotp', { number })).status).toBe(200);
  const challenge = await getChallenge(await browser.post('websiteloginotp', { number }));
  const send = async (proof: unknown) => (await browser.post('websiteloginotp', { number, proof })).status;
  return { browser, number, challenge, send };
}

test('requires a proof for each further request of an address after CHALLENGE_AFTER requests in an hour, and accepts it', async () => {
  const { browser, number, challenge, send } = await createChallengedBrowser();
  expect(await send(await solveProof(challenge))).toBe(200);
  await getChallenge(await browser.post('websiteloginotp', { number }));
  const elsewhere = openBrowserElsewhere();
  const other = await createNewcomer();
  expect((await elsewhere.post('websiteloginotp', { number: other.number })).status).toBe(200);
});

test('requires a proof for each further guess of an address after as many wrong ones', async () => {
  const browser = openBrowserElsewhere();
  const { number } = await createNewcomer();
  const otp = await browser.requestOtp(number);
  await browser.guessWrong(number, otp, FREE_REQUESTS);
  const challenge = await getChallenge(await browser.post('submitwithotp', { number, otp }));
  const proof = await solveProof(challenge);
  const response = await browser.post('submitwithotp', { number, otp, proof });
  expect(await response.json()).toMatchObject({ status: 200 });
});

test('accepts a proof once, also when two requests send it at the same time', async () => {
  const { challenge, send } = await createChallengedBrowser();
  const proof = await solveProof(challenge);
  const statuses = await Promise.all([send(proof), send(proof)]);
  expect(statuses.toSorted()).toEqual([200, 428]);
  expect(await send(proof)).toBe(428);
});

test('requires a proof again when it is forged or malformed', async () => {
  const { challenge, send } = await createChallengedBrowser();
  expect(await send(forged.withoutWork(challenge))).toBe(428);
  expect(await send(await forged.easier(challenge))).toBe(428);
  expect(await send(await forged.prolonged(challenge))).toBe(428);
  for (const proof of ['', 'e30=', '{}', 'x'.repeat(3000), 7, { $ne: '' }, null])
    expect(await send(proof)).toBe(428);
});

test('rejects a proof after five minutes', async () => {
  const { challenge, send } = await createChallengedBrowser();
  const proof = await solveProof(challenge);
  await auth.environment.clock.advance({ minutes: 6 });
  expect(await send(proof)).toBe(428);
});

/** The 428's level; undefined when the call needed no proof. */
async function readLevel(response: Response): Promise<number | undefined> {
  return response.status === 428 ? (await getChallenge(response)).parameters.data.level : undefined;
}

async function signUpWithWork(browser: TestBrowser): Promise<number> {
  const body = buildSignUp(buildApplicant());
  const response = await browser.post('submitsignup', body);
  if (response.status === 200) return 0;
  const challenge = await getChallenge(response);
  const proof = await solveProof(challenge);
  expect(await browser.call('submitsignup', { ...body, proof })).toEqual({ status: 200 });
  return challenge.parameters.data.level;
}

test('requires work for sign-ups that doubles with their number', async () => {
  const browser = openBrowserElsewhere();
  const levels: number[] = [];
  for (let count = 1; count <= 3 * FREE_REQUESTS; count += 1) levels.push(await signUpWithWork(browser));
  expect(levels).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

test('rejects an easy proof that was saved for a call that needs a harder one', async () => {
  const browser = openBrowserElsewhere();
  for (let count = 1; count <= FREE_REQUESTS; count += 1) await signUpWithWork(browser);
  const body = buildSignUp(buildApplicant());
  const saved = await solveProof(await getChallenge(await browser.post('submitsignup', body)));
  for (let count = 1; count <= FREE_REQUESTS; count += 1) await signUpWithWork(browser);
  expect(await readLevel(await browser.post('submitsignup', { ...body, proof: saved }))).toBe(2);
});

test('requires no proof of a browser for the number that it has signed in to', async () => {
  const browser = openBrowserElsewhere();
  const { number } = (await browser.openMember()).person;
  for (let count = 1; count <= FREE_REQUESTS + 2; count += 1) await signUpWithWork(browser);
  const strangers = await createNewcomer();
  for (let count = 1; count <= FREE_REQUESTS; count += 1)
    await browser.post('websiteloginotp', { number: strangers.number });
  expect((await browser.post('websiteloginotp', { number: strangers.number })).status).toBe(428);
  expect((await browser.post('websiteloginotp', { number })).status).toBe(200);
});
