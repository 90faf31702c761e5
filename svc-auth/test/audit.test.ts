import { type AuditEntry, getAuthAudit, setMessageSettings } from '@archaka/contracts';
import { buildApplicant, buildSignUp, createVariables, runCommand } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { serveAuth, type TestBrowser } from './support/test-browser.ts';

const auth = serveAuth();

const getEntries = () => auth.database.collection<AuditEntry>('audit_entries');
const listActions = async (userId: string) => {
  const found = await getEntries().find({ 'subject.userId': userId }).sort({ at: 1 }).toArray();
  return found.map(({ action }) => action);
};

const openSession = async (browser: TestBrowser, number: string) =>
  browser.authorize(await browser.openSession(number));

test('records sign-up, failures and sessions without personal data, and shows the entries to their person', async () => {
  const browser = auth.openBrowser();
  const { number, name } = await browser.createNewcomer();
  await browser.guessWrong(number, await browser.requestOtp(number), 1);
  const first = await openSession(browser, number);
  await browser.post(setMessageSettings.name, { application_texts: false }, first.headers);
  const second = await openSession(browser, number);
  await browser.post('endsessions', {}, second.headers);

  const actions = [
    'account.requested',
    'sign-in.failed',
    'session.started',
    'texts.changed',
    'session.started',
    'session.ended',
    'sessions.ended',
  ];
  expect(await listActions(first.userId)).toEqual(actions);
  const stored = JSON.stringify(await getEntries().find({ 'subject.userId': first.userId }).toArray());
  for (const personal of [number, name]) expect(stored).not.toContain(personal);

  const { send } = browser.useSession(await browser.openSession(number));
  const shown = (await send(getAuthAudit.name)).data as { action: string }[];
  expect(shown.map(({ action }) => action)).toEqual(['session.started', ...actions.toReversed()]);
});

test('records a guess at an unknown number under a pseudonym of the number', async () => {
  const number = '9123456780';
  await auth.openBrowser().call('submitwithotp', { number, otp: '1234' });
  const unknown = { action: 'sign-in.failed' as const, 'subject.userId': { $exists: false } };
  const [entry, ...more] = await getEntries().find(unknown).toArray();
  expect(entry).toMatchObject({ actor: { kind: 'anonymous', id: expect.stringMatching(/^[\w-]{43}$/) } });
  expect(JSON.stringify(entry)).not.toContain(number);
  expect(more).toEqual([]);
});

test('records a lockout after wrong guesses', async () => {
  const browser = auth.openBrowser();
  const { number } = await browser.createNewcomer();
  const otp = await browser.requestOtp(number);
  await browser.guessWrong(number, otp, 5);
  expect(await browser.guess(number, otp)).toBe(429);
  expect(await getEntries().countDocuments({ action: 'sign-in.locked' })).toBe(1);
});

test('ends the sessions of a number, or all, by an operator’s command', async () => {
  const env = await createVariables('svc-auth', auth.environment);
  const end = (...args: string[]) =>
    runCommand({ service: 'svc-auth', name: 'sessions', args: ['end', ...args], env });
  const [one, other] = [auth.openBrowser(), auth.openBrowser()];
  const [{ number }, stranger] = [await one.createNewcomer(), await other.createNewcomer()];
  const ids = [await one.openSession(number), await other.openSession(stranger.number)];
  const areOpen = async () => Promise.all(ids.map(async (id) => (await one.exchange(id)).status === 200));

  expect(await end('9000000000')).toMatchObject({ code: 1 });
  expect(await areOpen()).toEqual([true, true]);
  const { userId } = await one.authorize(ids[0] ?? '');
  const ended = await end(number, '--why', `phone ${number} was stolen`);
  expect(ended).toMatchObject({ code: 0, stdout: '1 session ended.\n' });
  expect(await getEntries().findOne({ action: 'command.sessions', 'subject.userId': userId })).toMatchObject({
    actor: { kind: 'operator', id: 'operator-1' },
    detail: { what: 'end' },
    why: 'phone … was stolen',
  });
  expect(await areOpen()).toEqual([false, true]);
  expect(await end('--all')).toMatchObject({ code: 0 });
  expect(await areOpen()).toEqual([false, false]);
  expect(await end()).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
});

/** Stores no entry of this action, as a store that fails between two writes would. */
const rejectEntries = (action: string) =>
  auth.database.command({ collMod: 'audit_entries', validator: { action: { $ne: action } } });
const acceptEntries = () => auth.database.command({ collMod: 'audit_entries', validator: {} });

const CHANGED = ['accounts', 'accountclaims', 'consents', 'signups', 'sessions', 'signins', 'erasures'];
async function readChanged() {
  const list = (name: string, fields: object) => auth.database.collection(name).find({}, fields).toArray();
  // A message that waits is sent meanwhile.
  const texts = await list('texts', { projection: { _id: 1 } });
  return [texts, ...(await Promise.all(CHANGED.map((name) => list(name, {}))))];
}

async function prepareNumberChange(browser: TestBrowser) {
  const [{ number }, { number: newNumber }] = [await browser.createNewcomer(), buildApplicant()];
  const { headers } = await openSession(browser, number);
  await browser.post('requestnumberchange', { number: newNumber }, headers);
  const otps = { old_otp: await browser.readNewestOtp(number), otp: await browser.readNewestOtp(newNumber) };
  const body = { number: newNumber, ...otps };
  return { number, change: () => browser.post('changenumber', body, headers) };
}

/** Each prepares its change and returns the call that makes it. */
const CHANGES: Readonly<Record<string, (browser: TestBrowser) => Promise<() => Promise<Response>>>> = {
  'account.requested': async (browser) => () => browser.post('submitsignup', buildSignUp()),
  'account.confirmed': async (browser) => {
    const { number } = await browser.other().createNewcomer();
    const { headers } = await openSession(browser, number);
    return () => browser.post('confirmsignup', buildSignUp({ number, name: 'Rama' }), headers);
  },
  'account.corrected': async (browser) => {
    const { number } = await browser.createNewcomer();
    const { headers } = await openSession(browser, number);
    const { number: _number, ...account } = buildSignUp({ number, name: 'Rama' });
    return () => browser.post('correctaccount', account, headers);
  },
  'texts.changed': async (browser) => {
    const { headers } = await openSession(browser, (await browser.createNewcomer()).number);
    return () => browser.post(setMessageSettings.name, { application_texts: false }, headers);
  },
  'number.changed': async (browser) => {
    const { change } = await prepareNumberChange(browser);
    return change;
  },
  'number.change-undone': async (browser) => {
    const { number, change } = await prepareNumberChange(browser);
    await change();
    await browser.post('requestnumberundo', { number });
    const undo = { number, otp: await browser.readNewestOtp(number) };
    return () => browser.post('undonumberchange', undo);
  },
  'session.started': async (browser) => {
    const { number } = await browser.createMember();
    await browser.post('websiteloginotp', { number });
    const otp = await browser.readNewestOtp(number);
    return () => browser.post('submitwithotp', { number, otp });
  },
  'session.ended': async (browser) => {
    await browser.openSession((await browser.createNewcomer()).number);
    return () => browser.post('logout', {});
  },
  'sessions.ended': async (browser) => {
    const { headers } = await openSession(browser, (await browser.createNewcomer()).number);
    return () => browser.post('endsessions', {}, headers);
  },
  'erasure.requested': async (browser) => {
    const { headers } = await openSession(browser, (await browser.createNewcomer()).number);
    return () => browser.post('requesterasure', {}, headers);
  },
};

test.each(Object.entries(CHANGES))('changes nothing when %s cannot be recorded', async (action, prepare) => {
  const change = await prepare(auth.openBrowser());
  const before = await readChanged();
  await rejectEntries(action);
  try {
    expect((await change()).status).toBe(500);
    expect(await readChanged()).toEqual(before);
  } finally {
    await acceptEntries();
  }
  const recorded = await prepare(auth.openBrowser());
  expect(await (await recorded()).json()).toMatchObject({ status: 200 });
});
