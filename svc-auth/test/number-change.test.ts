import { buildApplicant, buildSignUp, eventually } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { getDifferentOtp, serveAuth } from './support/test-browser.ts';

const auth = serveAuth({ CHALLENGE_AFTER: '1000000' });

const openBrowser = auth.openBrowserElsewhere;

/** An applicant who has just signed in, and calls with the session's token. */
async function openMember() {
  const browser = openBrowser();
  const { person, sessionId } = await browser.openMember({ own_device: true });
  let session = browser.useSession(sessionId);
  const call = async (name: string, body: object) => {
    const response = await session.request(name, body);
    return { http: response.status, ...((await response.json()) as { status: number; code?: string }) };
  };
  const signInAgain = async () => {
    session = browser.useSession(await browser.openSession(person.number, { own_device: true }));
  };
  return { browser, person, call, signInAgain, isOpen: () => session.isOpen() };
}
type Member = Awaited<ReturnType<typeof openMember>>;

const readOtps = async ({ browser, person }: Member, number: string) => ({
  old_otp: await browser.readNewestOtp(person.number),
  otp: await browser.readNewestOtp(number),
});

async function changeNumber(member: Member): Promise<string> {
  const { number } = buildApplicant();
  expect(await member.call('requestnumberchange', { number })).toMatchObject({ status: 200 });
  const change = { number, ...(await readOtps(member, number)) };
  expect(await member.call('changenumber', change)).toMatchObject({ status: 200, data: [{ number }] });
  return number;
}

async function undo(number: string, browser = openBrowser()): Promise<number[]> {
  const requested = await browser.call('requestnumberundo', { number });
  if (requested.status !== 200) return [requested.status];
  const undone = await browser.call('undonumberchange', { number, otp: await browser.readNewestOtp(number) });
  return [requested.status, undone.status];
}

test('changes the number with the OTPs of both numbers and ends the earlier sessions', async () => {
  const member = await openMember();
  const { number } = buildApplicant();
  await member.call('requestnumberchange', { number });
  const { old_otp, otp } = await readOtps(member, number);
  const guess = { number, old_otp, otp: getDifferentOtp(otp) };
  expect(await member.call('changenumber', guess)).toMatchObject({ status: 420 });
  expect(await member.call('changenumber', { ...guess, otp })).toMatchObject({
    status: 200,
    data: [{ number }],
  });
  expect(await member.isOpen()).toBe(false);
  expect(await openBrowser().call('websiteloginotp', { number: member.person.number })).toMatchObject({
    status: 420,
  });
  expect(await openBrowser().openSession(number)).not.toBe('');
});

test('rejects a number that has an account, and an OTP that was sent for signing in', async () => {
  const [member, other] = [await openMember(), await openMember()];
  expect(await member.call('requestnumberchange', { number: other.person.number })).toMatchObject({
    status: 420,
  });
  const { number } = buildApplicant();
  await member.call('requestnumberchange', { number });
  const { otp } = await readOtps(member, number);
  await openBrowser().post('websiteloginotp', { number: member.person.number });
  const old_otp = await member.browser.readNewestOtp(member.person.number);
  expect(await member.call('changenumber', { number, old_otp, otp })).toMatchObject({ status: 420 });
});

test('requires a sign-in of the last five minutes for both calls, and the OTPs survive signing in again', async () => {
  const member = await openMember();
  const { number } = buildApplicant();
  await member.call('requestnumberchange', { number });
  const change = { number, ...(await readOtps(member, number)) };
  await auth.environment.clock.advance({ minutes: 6 });
  expect(await member.call('changenumber', change)).toMatchObject({ http: 401 });
  expect(await member.call('requestnumberchange', { number })).toMatchObject({ http: 401 });
  await member.signInAgain();
  expect(await member.call('changenumber', change)).toMatchObject({ status: 200 });
});

test('informs the old number what happened and how to undo it', async () => {
  const member = await openMember();
  const number = await changeNumber(member);
  const [text] = await eventually(async () => {
    const texts = await member.browser.readTexts(member.person.number);
    return texts.length > 0 && texts;
  });
  expect(text?.text).toMatch(
    /was changed on \d\d-\d\d-\d{4}\. If it was not you, undo it within 24 hours: http.*\/my-data$/,
  );
  expect(await member.browser.readTexts(number)).toEqual([]);
  expect(JSON.stringify(await auth.database.collection('texts').find().toArray())).not.toContain(
    member.person.number,
  );
});

test('undoes the change from the old number for 24 hours, and ends all sessions', async () => {
  const member = await openMember();
  const { number: former, name } = member.person;
  const number = await changeNumber(member);
  const thief = openBrowser();
  const session = await thief.openSession(number);
  await auth.environment.clock.advance({ hours: 23 });
  expect(await undo(former)).toEqual([200, 200]);
  expect((await thief.exchange(session)).status).toBe(404);
  expect(await thief.call('websiteloginotp', { number })).toMatchObject({ status: 420 });
  expect(await openBrowser().openSession(former)).not.toBe('');
  expect(await undo(number)).toEqual([420]);
  // The other number is free again.
  expect(
    await openBrowser().call('submitsignup', buildSignUp({ number, name }, { email: `${number}@b.example` })),
  ).toEqual({ status: 200 });
});

test('holds the old number for the account for 24 hours', async () => {
  const [member, other] = [await openMember(), await openMember()];
  const { number: former, name } = member.person;
  await changeNumber(member);
  const signUp = buildSignUp({ number: former, name }, { email: `${former}@c.example` });
  expect(await openBrowser().call('submitsignup', signUp)).toMatchObject({ status: 420 });
  expect(await other.call('requestnumberchange', { number: former })).toMatchObject({ status: 420 });
  await auth.environment.clock.advance({ hours: 25 });
  expect(await undo(former)).toEqual([420]);
  const newcomer = openBrowser();
  expect(await newcomer.call('submitsignup', signUp)).toEqual({ status: 200 });
  expect(await newcomer.openSession(former)).not.toBe('');
});

test('undoes later changes with the earliest, and no earlier change with a later one', async () => {
  const thiefFirst = await openMember();
  const first = thiefFirst.person.number;
  const second = await changeNumber(thiefFirst);
  const browser = openBrowser();
  const { send } = await browser.signIn(second);
  const third = buildApplicant().number;
  await send('requestnumberchange', { number: third });
  const change = {
    number: third,
    old_otp: await browser.readNewestOtp(second),
    otp: await browser.readNewestOtp(third),
  };
  expect(await send('changenumber', change)).toMatchObject({ status: 200 });
  expect(await undo(second)).toEqual([200, 200]);
  expect(await undo(first)).toEqual([200, 200]);
  expect(await openBrowser().openSession(first)).not.toBe('');
});

test('accepts no OTP of a sign-in for an undo, and none of an undo for a sign-in', async () => {
  const member = await openMember();
  const { number } = member.person;
  await changeNumber(member);
  const browser = openBrowser();
  await browser.call('requestnumberundo', { number });
  const otp = await browser.readNewestOtp(number);
  expect(await browser.call('submitwithotp', { number, otp })).toMatchObject({ status: 420 });
  expect(await openBrowser().call('undonumberchange', { number, otp })).toMatchObject({ status: 420 });
  expect(await browser.call('undonumberchange', { number, otp })).toEqual({ status: 200 });
});
