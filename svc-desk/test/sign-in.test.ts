import { signInStaff, toCallPath } from '@archaka/contracts';
import { createCode, deriveLocalStaff, toStep } from '@archaka/service-kit/operators';
import { createVariables, runCommand, signInLocalStaff, startService } from '@archaka/test-kit';
import { afterAll, describe, expect, test } from '@jest/globals';

const desk = await startService('svc-desk');
afterAll(() => desk.environment.close());
const database = await desk.environment.openDatabase('desk');

const secret = () => desk.environment.secrets.LOCAL_STAFF_SECRET;
const getMember = (name: string) => {
  const member = deriveLocalStaff(secret()).find((each) => each.name === name);
  if (!member) throw new Error(`nobody is called ${name}`);
  return member;
};
const origin = () => ({ url: desk.url, portal: desk.environment.urls.shell });

const call = (name: string, body: object, headers: Record<string, string> = {}) =>
  fetch(desk.url + toCallPath({ name, session: 'staff' }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const signIn = async (credentials: object) => {
  const response = await call('signinstaff', credentials);
  return {
    cookie: response.headers.get('set-cookie') ?? '',
    body: signInStaff.response.body.parse(await response.json()),
  };
};

const toCookie = (setCookie: string) => ({ cookie: setCookie.split(';')[0] ?? '' });

test('signs a member in by password and code, for calls of the own roles only, until the sign-out', async () => {
  const { password, secret: authenticator } = getMember('finance');
  const code = createCode(authenticator, toStep(new Date()));
  const { cookie, body } = await signIn({ name: 'finance', password, code });
  expect(body.data).toEqual([{ id: 'local-finance', name: 'finance', roles: ['finance'] }]);
  expect(cookie).toMatch(/^archaka_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);

  const session = await call('getstaffsession', {}, toCookie(cookie));
  expect(await session.json()).toMatchObject({ data: body.data });
  expect((await call('startnextcase', {}, toCookie(cookie))).status).toBe(403);

  expect((await call('signoutstaff', {}, toCookie(cookie))).status).toBe(200);
  expect((await call('getstaffsession', {}, toCookie(cookie))).status).toBe(401);
});

describe('rejects', () => {
  test('a wrong password, a wrong code, a used code and an unknown name alike', async () => {
    const { password, secret: authenticator } = getMember('auditor');
    const step = toStep(new Date());
    const code = createCode(authenticator, step);
    const rejected = { status: 420, message: expect.stringMatching(/^The name, the password or the code/) };
    for (const wrong of [
      { password: 'another' },
      { code: createCode(authenticator, step + 7) },
      { name: 'nobody' },
    ])
      expect((await signIn({ name: 'auditor', password, code, ...wrong })).body).toEqual(rejected);
    expect((await signIn({ name: 'auditor', password, code })).body.status).toBe(200);
    expect((await signIn({ name: 'auditor', password, code })).body).toEqual(rejected);
  });

  test('the right credentials after five wrong ones, for a quarter of an hour', async () => {
    const { password, secret: authenticator } = getMember('hall-officer');
    const code = createCode(authenticator, toStep(new Date()));
    const wrong = { name: 'hall-officer', password: 'another', code };
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await signIn(wrong)).body.status).toBe(420);
    expect((await signIn({ ...wrong, password })).body.status).toBe(421);
  });

  test('a session that is used from another network, and ends it', async () => {
    const { password, secret: authenticator } = getMember('help-desk');
    const code = createCode(authenticator, toStep(new Date()));
    const from = (address: string) => desk.environment.forward('svc-desk', address);
    const response = await call(
      'signinstaff',
      { name: 'help-desk', password, code },
      await from('203.0.113.9'),
    );
    const cookie = toCookie(response.headers.get('set-cookie') ?? '');
    const use = async (address: string) =>
      (await call('getstaffsession', {}, { ...cookie, ...(await from(address)) })).status;
    expect([await use('203.0.113.9'), await use('198.51.100.7'), await use('203.0.113.9')]).toEqual([
      200, 401, 401,
    ]);
  });

  test('a member whose account is disabled while working', async () => {
    const session = await signInLocalStaff(origin(), secret(), 'scrutiny-clerk');
    expect((await session.call('getstaffsession')).http).toBe(200);
    await database
      .collection<{ _id: string }>('staff')
      .updateOne({ _id: 'local-scrutiny-clerk' }, { $set: { disabled: true } });
    expect((await session.call('getstaffsession')).http).toBe(401);
  });

  test('a session that was idle for a quarter of an hour', async () => {
    const session = await signInLocalStaff(origin(), secret(), 'senior-clerk');
    const { modifiedCount } = await database
      .collection('sessions')
      .updateMany({ staff_id: 'local-senior-clerk' }, [
        { $set: { used_at: { $add: ['$$NOW', -15 * 60_000] } } },
      ]);
    expect(modifiedCount).toBe(1);
    expect((await session.call('getstaffsession')).http).toBe(401);
  });
});

test('npm run staff adds an account that can sign in, ends its session by disabling it, and resets it', async () => {
  const env = await createVariables('svc-desk', desk.environment);
  const manage = (...args: string[]) => runCommand({ service: 'svc-desk', name: 'staff', args, env });
  const signInWith = async ({ stdout }: { stdout: string }) => {
    const [, password = ''] = /password: (\S+)/.exec(stdout) ?? [];
    const [, authenticator = ''] = /secret=([A-Z2-7]+)/.exec(stdout) ?? [];
    return signIn({ name: 'lakshmi', password, code: createCode(authenticator, toStep(new Date())) });
  };
  const added = await manage('add', 'lakshmi', '--roles', 'scrutiny-clerk', '--districts', '9,11');
  const { cookie, body } = await signInWith(added);
  expect(body.data).toMatchObject([{ name: 'lakshmi', roles: ['scrutiny-clerk'], districts: [9, 11] }]);
  const again = await manage('add', 'lakshmi', '--roles', 'auditor');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
  expect((await manage('list')).stdout).toContain('lakshmi  scrutiny-clerk  districts 9, 11\n');

  expect((await manage('disable', 'lakshmi')).code).toBe(0);
  expect((await call('getstaffsession', {}, toCookie(cookie))).status).toBe(401);
  await manage('enable', 'lakshmi');
  expect((await signInWith(await manage('reset', 'lakshmi'))).body.status).toBe(200);
  expect((await signInWith(added)).body.status).toBe(420);
  const commands = { action: 'command.staff', 'detail.member': 'lakshmi' };
  expect(await database.collection('audit_entries').countDocuments(commands)).toBe(5);
});

test('an administrator adds an account that can sign in, resets and disables it, but not their own', async () => {
  const administrator = await signInLocalStaff(origin(), secret(), 'administrator', toStep(new Date()) + 1);
  const added = await administrator.call('addstaffaccount', {
    name: 'ravi',
    roles: ['help-desk'],
    districts: [9],
  });
  const signInWith = ({ password, authenticator }: { password: string; authenticator: string }) =>
    signIn({
      name: 'ravi',
      password,
      code: createCode(new URL(authenticator).searchParams.get('secret') ?? '', toStep(new Date())),
    });
  type Shown = Parameters<typeof signInWith>[0];
  const first = added.body.data[0] as unknown as Shown;
  expect((await signInWith(first)).body).toMatchObject({
    status: 200,
    data: [{ name: 'ravi', roles: ['help-desk'], districts: [9] }],
  });
  expect(
    (await administrator.call('addstaffaccount', { name: 'ravi', roles: ['finance'] })).body.status,
  ).toBe(420);
  expect((await administrator.call('addstaffaccount', { name: 'Ravi!', roles: ['finance'] })).http).toBe(400);

  const reset = await administrator.call('changestaffaccount', { name: 'ravi', action: 'reset' });
  const second = reset.body.data[0] as unknown as Shown;
  expect((await signInWith(first)).body.status).toBe(420);
  const { cookie } = await signInWith(second);
  await administrator.call('changestaffaccount', { name: 'ravi', action: 'disable' });
  expect((await call('getstaffsession', {}, toCookie(cookie))).status).toBe(401);
  const list = (await administrator.call('getstaffaccounts')).body.data;
  expect(list).toContainEqual({
    name: 'ravi',
    roles: ['help-desk'],
    districts: [9],
    is_disabled: true,
    own_numbers: [],
  });
  for (const [name, status] of [
    ['administrator', 421],
    ['nobody', 420],
  ])
    expect((await administrator.call('changestaffaccount', { name, action: 'disable' })).body.status).toBe(
      status,
    );
});
