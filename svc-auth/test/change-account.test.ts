import { buildApplicant, buildSignUp, type RunningService, startService } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { createTestBrowser, getDifferentOtp } from './support/test-browser.ts';

let auth: RunningService;
beforeAll(async () => {
  auth = await startService('svc-auth');
});
afterAll(() => auth?.environment.close());

async function signIn() {
  const browser = createTestBrowser(() => auth);
  const person = await browser.createNewcomer();
  const sessionId = await browser.openSession(person.number);
  const exchange = async () => {
    const exchanged = await browser.exchange(sessionId, 'svc-auth');
    const { data } = (await exchanged.json()) as { data: [{ token: string }] };
    return data[0].token;
  };
  const headers = { authorization: `Bearer ${await exchange()}` };
  const call = async (name: string, body: object) => {
    const response = await browser.post(name, body, headers);
    return { http: response.status, ...((await response.json()) as { status: number; data?: [object] }) };
  };
  const { number: _number, ...account } = buildSignUp(person);
  return { browser, person, account, sessionId, exchange, call };
}

test('corrects the account, also for its open session, and frees the e-mail that it had', async () => {
  const { call, account, exchange } = await signIn();
  const other = await signIn();
  const changed = { ...account, name: 'Rama', email: `new.${account.email}`, town: 'Nellore' };
  expect(await call('correctaccount', changed)).toMatchObject({ status: 200 });
  expect((await call('getaccount', {})).data).toMatchObject([
    { name: 'Rama', email: changed.email, town: 'Nellore' },
  ]);
  expect(decodeJwt(await exchange())).toMatchObject({ name: 'Rama' });
  const taken = { ...other.account, email: changed.email.toUpperCase() };
  expect(await other.call('correctaccount', taken)).toMatchObject({ status: 421 });
  const freed = { ...other.account, email: account.email };
  expect(await other.call('correctaccount', freed)).toMatchObject({ status: 200 });
  expect(await call('correctaccount', { ...changed, email: 'nobody' })).toMatchObject({ http: 400 });
});

test('changes the number with the passwords of both, ends the other sessions and frees the old number', async () => {
  const { browser, person, sessionId, call } = await signIn();
  const { number } = buildApplicant();
  expect(await call('requestnumberchange', { number })).toMatchObject({ status: 200 });
  const [old_otp, otp] = [await browser.readNewestOtp(person.number), await browser.readNewestOtp(number)];
  expect(await call('changenumber', { number, old_otp, otp: getDifferentOtp(otp) })).toMatchObject({
    status: 420,
  });
  expect(await call('changenumber', { number, old_otp, otp })).toMatchObject({
    status: 200,
    data: [{ number }],
  });
  expect((await browser.exchange(sessionId)).status).toBe(404);
  expect(await browser.call('websiteloginotp', { number: person.number })).toMatchObject({ status: 420 });
  expect(await browser.openSession(number)).not.toBe('');
});

test('rejects a number that has an account, and a password for signing in', async () => {
  const { browser, person, call } = await signIn();
  const other = await signIn();
  expect(await call('requestnumberchange', { number: other.person.number })).toMatchObject({ status: 420 });
  const { number } = buildApplicant();
  await call('requestnumberchange', { number });
  const newOtp = await browser.readNewestOtp(number);
  await browser.post('websiteloginotp', { number: person.number });
  const signInOtp = await browser.readNewestOtp(person.number);
  const response = await call('changenumber', { number, old_otp: signInOtp, otp: newOtp });
  expect(response).toMatchObject({ status: 420 });
});

test('ends the passwords after five wrong guesses', async () => {
  const { browser, person, call } = await signIn();
  const { number } = buildApplicant();
  await call('requestnumberchange', { number });
  const [right, otp] = [await browser.readNewestOtp(person.number), await browser.readNewestOtp(number)];
  const guess = (old_otp: string) => call('changenumber', { number, old_otp, otp });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await guess(getDifferentOtp(right))).status);
  expect(statuses).toEqual(Array(5).fill(420));
  expect(await guess(right)).toMatchObject({ http: 429 });
});
