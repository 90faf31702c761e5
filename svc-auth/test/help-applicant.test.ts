import {
  endSessionsOfUser,
  erasureReports,
  erasureRequested,
  findAccountNumber,
  resendText,
} from '@archaka/contracts';
import { eventually, openTestBroker, type TestBroker } from '@archaka/test-kit';
import { beforeAll, expect, test } from '@jest/globals';
import { createNotifiedApplication } from './support/notified-application.ts';
import { postInternal, serveAuth } from './support/test-browser.ts';

const STAFF = 'staff-1';
const auth = serveAuth();
let broker: TestBroker;
beforeAll(async () => {
  broker = auth.environment.register(await openTestBroker(auth.environment));
});

async function callAsDesk(name: string, body: object) {
  const headers = await auth.environment.authorizeService('svc-desk', 'svc-auth', name);
  const response = await postInternal(auth, name, { staff_id: STAFF, ...body }, headers);
  return (await response.json()) as { status: number; data?: object[] };
}
const resend = (application_id: string) => callAsDesk(resendText.name, { application_id });

/** An applicant who got the message about a submission. */
async function submit() {
  const browser = auth.openBrowser();
  const { person, answer, sessionId, send, isOpen } = await browser.openMember();
  const { number } = person;
  const application = createNotifiedApplication(broker, { userId: answer.id, number });
  await application.submit();
  const readTexts = async () => (await browser.readTexts(number)).map(({ text }) => text);
  await eventually(async () => (await readTexts()).length === 1);
  // The message is settled shortly after it was sent.
  const texts = auth.database.collection('texts');
  await eventually(() => texts.findOne({ application_id: application.id, outcome: 'sent' }));
  return { browser, number, userId: answer.id, sessionId, send, isOpen, application, readTexts };
}
type Submitted = Awaited<ReturnType<typeof submit>>;

const readAudit = async ({ send }: Pick<Submitted, 'send'>, action: string) =>
  ((await send('getauthaudit', { limit: 50 })).data as { action: string }[]).filter(
    (entry) => entry.action === action,
  );

test('a message arrives once more with the same text, three times a day', async () => {
  const submitted = await submit();
  const [first] = await submitted.readTexts();
  for (const sent of [2, 3, 4]) {
    expect(await resend(submitted.application.id)).toEqual({ status: 200, data: [{ kind: 'submitted' }] });
    await eventually(async () => (await submitted.readTexts()).length === sent);
  }
  expect(new Set(await submitted.readTexts())).toEqual(new Set([first]));
  expect((await resend(submitted.application.id)).status).toBe(421);
  expect(await readAudit(submitted, 'text.resent')).toMatchObject(
    [1, 2, 3].map(() => ({ actor: 'operator', application_id: submitted.application.id })),
  );
});

test('the newest message that still holds is sent again', async () => {
  const { application, readTexts } = await submit();
  await application.pay();
  const texts = auth.database.collection('texts');
  await eventually(() => texts.findOne({ application_id: application.id, kind: 'paid', outcome: 'sent' }));
  expect((await resend(application.id)).data).toEqual([{ kind: 'paid' }]);
  await eventually(async () => (await readTexts()).length === 3);
  await application.refund();
  await eventually(async () => (await resend(application.id)).status === 420);
});

test('no message is sent again to an applicant who wants none', async () => {
  const { application, send, readTexts } = await submit();
  await send('setmessagesettings', { application_texts: false });
  expect((await resend(application.id)).status).toBe(420);
  expect(await readTexts()).toHaveLength(1);
});

test('no message is sent again after an erasure', async () => {
  const { application, userId, send, readTexts } = await submit();
  await send('requesterasure');
  await broker.waitForEvent(erasureRequested, userId);
  const at = new Date().toISOString();
  for (const event of erasureReports) await broker.publish(event, { user_id: userId, at, remaining: [] });
  const accounts = auth.database.collection<{ _id: string }>('accounts');
  await eventually(async () => (await accounts.countDocuments({ _id: userId })) === 0);
  expect((await resend(application.id)).status).toBe(420);
  expect(await auth.database.collection('texts').countDocuments({ application_id: application.id })).toBe(0);
  expect(await readTexts()).toHaveLength(1);
});

test('all sessions of an applicant end for a reason that the applicant reads, and no other session', async () => {
  const [own, other] = [await submit(), await submit()];
  const second = await own.browser.other().signIn(own.number);
  const body = { user_id: own.userId, reason: 'The phone was lost' };
  expect(await callAsDesk(endSessionsOfUser.name, body)).toEqual({ status: 200, data: [{ count: 2 }] });
  expect([await own.isOpen(), await second.isOpen(), await other.isOpen()]).toEqual([false, false, true]);
  const again = await own.browser.signIn(own.number);
  expect(await readAudit(again, 'sessions.ended')).toMatchObject([
    { actor: 'operator', why: 'The phone was lost' },
  ]);
});

test('svc-desk finds the mobile number of an account', async () => {
  const { userId, number } = await submit();
  const find = (user_id: string) => callAsDesk(findAccountNumber.name, { user_id });
  expect(await find(userId)).toEqual({ status: 200, data: [{ number }] });
  expect(await find('of-nobody')).toEqual({ status: 200, data: [] });
});

test('only svc-desk resends messages, ends sessions of others and finds their numbers', async () => {
  for (const name of [resendText.name, endSessionsOfUser.name, findAccountNumber.name]) {
    const headers = await auth.environment.authorizeService('svc-payment', 'svc-auth', name);
    expect((await postInternal(auth, name, {}, headers)).status).toBe(403);
  }
});
