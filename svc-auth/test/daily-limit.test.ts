import { type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connection, createConnection } from 'mongoose';
import { doorwayOf, otherThan } from './support/doorway.ts';

const QUARTER_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 3600;

let auth: RunningService;
let database: Connection;
const { post, answer, newestOtp, member } = doorwayOf(() => auth);

beforeAll(async () => {
  auth = await startService('svc-auth');
  const { mongoUrl } = auth.stage;
  const dbName = `${new URL(mongoUrl).pathname.slice(1)}_auth`;
  database = await createConnection(mongoUrl, { dbName }).asPromise();
});
afterAll(async () => {
  await database?.close();
  await auth?.stage.close();
});

/** Time passes for whoever is being counted: each count ends so much earlier. */
async function pass(seconds: number): Promise<void> {
  const earlier = { $subtract: ['$expire', seconds * 1000] };
  await database.collection('limits').updateMany({}, [{ $set: { expire: earlier } }]);
}

async function guessWrong(number: string, times: number): Promise<void> {
  await post('websiteloginotp', { number });
  const wrong = otherThan(await newestOtp(number));
  for (let guess = 1; guess <= times; guess += 1)
    expect((await answer('submitwithotp', { number, otp: wrong })).status).toBe(420);
}
async function tryRight(number: string): Promise<Response> {
  await post('websiteloginotp', { number });
  return post('submitwithotp', { number, otp: await newestOtp(number) });
}

test('after five wrong OTPs a quarter of an hour is enough, after twenty only a day', async () => {
  const { number } = await member();
  for (let round = 1; round <= 4; round += 1) {
    await guessWrong(number, 5);
    expect((await tryRight(number)).status).toBe(429);
    await pass(QUARTER_SECONDS);
  }
  const refused = await tryRight(number);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(DAY_SECONDS - 5 * QUARTER_SECONDS);

  await pass(DAY_SECONDS);
  expect((await tryRight(number)).status).toBe(200);
});

test('nineteen wrong OTPs in a day leave the door open', async () => {
  const { number } = await member();
  for (const times of [5, 5, 5, 4]) {
    await guessWrong(number, times);
    await pass(QUARTER_SECONDS);
  }
  expect((await tryRight(number)).status).toBe(200);
});
