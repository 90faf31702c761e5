import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toCallPath } from '@archaka/contracts';
import { createCookieJar, type PartialPortal, startPortal } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Provider } from 'oidc-provider';

const CLIENT = { id: 'desk', secret: 'a-secret-of-the-test-provider' };

/** Who signs in at the provider next; undefined: the person cancels. */
let person: { readonly sub: string; readonly name?: string } | undefined;
let server: Server;
let portal: PartialPortal<'desk'>;
let database: Awaited<ReturnType<PartialPortal<'desk'>['environment']['openDatabase']>>;

function createProvider(issuer: string, redirectUri: string): Provider {
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['keys of the test provider'] },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    findAccount: async (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...(person?.name && { preferred_username: person.name }) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  });
}

beforeAll(async () => {
  // The library says at each start that its defaults are for development.
  for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockReturnValue();
  server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  portal = await startPortal({
    services: ['desk'],
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
  });
  const provider = createProvider(issuer, `${portal.environment.urls.shell}/desk/sign-in`);
  const respond = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void respond(request, response);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });
  database = await portal.environment.openDatabase('desk');
});
afterAll(async () => {
  await portal?.stop();
  server?.close();
});
afterEach(() => {
  person = undefined;
});

/** A browser with cookies of its own, at the desk and at the provider. */
function openBrowser() {
  const jar = createCookieJar();
  const call = async (name: string, body: object = {}) => {
    const response = await fetch(portal.services.desk.url + toCallPath({ name, session: 'staff' }), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: portal.environment.urls.shell,
        cookie: jar.toHeader(),
      },
      body: JSON.stringify(body),
    });
    jar.storeFrom(response.headers);
    return (await response.json()) as { status: number; data?: { url?: string; name?: string }[] };
  };
  /** @returns the query with which the provider leads back */
  const visitProvider = async (address: string): Promise<string> => {
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: jar.toHeader() } });
    jar.storeFrom(response.headers);
    const location = new URL(response.headers.get('location') ?? '', address);
    return location.pathname === '/desk/sign-in' ? location.search.slice(1) : visitProvider(location.href);
  };
  const start = async () => (await call('startdepartmentsignin')).data?.[0]?.url ?? '';
  const signIn = async () => call('signinwithdepartment', { query: await visitProvider(await start()) });
  return { call, start, visitProvider, signIn };
}

test('signs a member in whose account has the name that the provider states, from then on by its subject', async () => {
  person = { sub: 'person-1', name: 'finance' };
  const browser = openBrowser();
  expect((await browser.call('getsigninways')).data).toEqual([{ department: true }]);
  expect((await browser.signIn()).data).toEqual([
    { id: 'local-finance', name: 'finance', roles: ['finance'] },
  ]);
  expect((await browser.call('getstaffsession')).data?.[0]?.name).toBe('finance');

  person = { sub: 'person-1', name: 'renamed' };
  expect((await openBrowser().signIn()).data?.[0]?.name).toBe('finance');
  person = { sub: 'person-2', name: 'finance' };
  expect((await openBrowser().signIn()).status).toBe(421);
  const entry = { action: 'staff.signed-in', 'actor.id': 'local-finance', 'detail.by': 'department' };
  expect(await database.collection('audit_entries').countDocuments(entry)).toBe(2);
});

test.each([
  ['who has no account at the desk', { sub: 'person-3', name: 'nobody' }, 421],
  ['whom the provider names otherwise', { sub: 'person-4' }, 421],
  ['who cancels at the provider', undefined, 420],
])('signs nobody in %s', async (_condition, who, status) => {
  person = who;
  const browser = openBrowser();
  expect((await browser.signIn()).status).toBe(status);
  expect((await browser.call('getstaffsession')).status).toBe(401);
});

test('signs nobody in whose account is disabled, before and after it was bound', async () => {
  const disable = (disabled: boolean) =>
    database.collection<{ _id: string }>('staff').updateOne({ _id: 'local-auditor' }, { $set: { disabled } });
  person = { sub: 'person-5', name: 'auditor' };
  await disable(true);
  expect((await openBrowser().signIn()).status).toBe(421);
  await disable(false);
  expect((await openBrowser().signIn()).status).toBe(200);
  await disable(true);
  expect((await openBrowser().signIn()).status).toBe(421);
});

test('accepts a response of the provider once, in the browser that started, and unchanged', async () => {
  person = { sub: 'person-6', name: 'help-desk' };
  const browser = openBrowser();
  const query = await browser.visitProvider(await browser.start());
  const other = openBrowser();
  await other.start();
  expect((await other.call('signinwithdepartment', { query })).status).toBe(420);
  expect((await browser.call('signinwithdepartment', { query })).status).toBe(200);
  expect((await browser.call('signinwithdepartment', { query })).status).toBe(420);

  const changed = new URLSearchParams(await browser.visitProvider(await browser.start()));
  changed.set('state', 'another');
  expect((await browser.call('signinwithdepartment', { query: changed.toString() })).status).toBe(420);
});
