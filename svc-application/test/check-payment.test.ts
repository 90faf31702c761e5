import { buildApplicant } from '@archaka/test-kit';
import { expect, test } from '@jest/globals';
import { setUpApplication, submitApplication } from './support/service.ts';
import type { TestUser } from './support/user.ts';

const portal = setUpApplication();
const getHandlerUrl = () => `${portal.stage.urls.handler}/checkpaynumberandaadhar`;

/** Requests like the portal's page, with its cookie, from another port. */
const checkPayment = (user: TestUser, body: object, cookie?: string) =>
  fetch(getHandlerUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: portal.stage.urls.shell,
      cookie: cookie ?? `theme=dark; ${portal.stage.auth.createSessionCookie(user.person)}`,
      'sec-fetch-site': 'same-site',
    },
    body: JSON.stringify(body),
  });

test("allows a preflight with these headers and the cookie from the portal's pages only", async () => {
  const sendPreflight = (origin: string) =>
    fetch(getHandlerUrl(), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const sameOrigin = await sendPreflight(portal.stage.urls.shell);
  expect(sameOrigin.status).toBe(204);
  expect(Object.fromEntries(sameOrigin.headers)).toMatchObject({
    'access-control-allow-origin': portal.stage.urls.shell,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type, x-order-id, x-request-id',
  });
  const crossOrigin = await sendPreflight('https://elsewhere.example');
  expect(crossOrigin.status).toBe(403);
  expect(crossOrigin.headers.get('access-control-allow-origin')).toBeNull();
});

test('tells that an Aadhaar is taken to others after the submission, not to the own applicant, and not for a draft [S-5.35] [S-7.5]', async () => {
  const { user } = await submitApplication(portal);
  const [other, drafting] = [await portal.createUser(), await portal.createUser()];
  await drafting.save();
  const request = { aadhar: user.person.aadhar };
  expect((await other.call('checkaadhar', request)).body).toEqual({
    status: 421,
    message: 'Aadhar Number Already Exists',
  });
  expect((await user.call('checkaadhar', request)).body).toEqual({ status: 200 });
  expect((await other.call('checkaadhar', { aadhar: drafting.person.aadhar })).body.status).toBe(200);
  expect((await other.call('checkaadhar', await other.form())).body.status).toBe(200);
});

test('limits a user to 20 Aadhaars a day; earlier ones may be repeated', async () => {
  const [user, other] = [await portal.createUser(), await portal.createUser()];
  const all = Array.from({ length: 21 }, () => buildApplicant().aadhar);
  const check = (aadhar: string | undefined) => user.call('checkaadhar', { aadhar });
  const answers = await Promise.all(all.slice(0, 20).map(check));
  expect(answers.map(({ http }) => http)).toEqual(Array(20).fill(200));
  const rejected = await check(all[20]);
  expect(rejected.http).toBe(429);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600);
  expect((await check(all[3])).http).toBe(200);
  expect((await other.call('checkaadhar', { aadhar: all[20] })).http).toBe(200);
});

test('counts the Aadhaars of checks, saves, submissions and edits together, without the own number', async () => {
  // The own Aadhaar was looked up once, before it was held.
  const { user, ids } = await submitApplication(portal);
  const { application_id, order_id } = ids;
  const files = { image: [], birthcertificate: [] };
  const calls = [
    (aadhar: string) => user.call('checkaadhar', { aadhar }),
    (aadhar: string) => user.save({ aadhar, ...files }),
    (aadhar: string) => user.submit({ aadhar, ...files }),
    (aadhar: string) => user.pay({ aadhar, application_id, name: '' }),
    (aadhar: string) => user.edit(application_id, { aadhar, name: '' }),
    async (aadhar: string) => {
      const { status: http, headers } = await checkPayment(user, {
        number: user.person.number,
        aadhar,
        order_id,
      });
      return { http, headers };
    },
  ];
  for (let count = 0; count < 19; count += 1)
    expect((await calls[count % calls.length]?.(buildApplicant().aadhar))?.http).not.toBe(429);
  for (const call of calls) {
    const rejected = await call(buildApplicant().aadhar);
    expect([rejected.http, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await call(user.person.aadhar)).http).not.toBe(429);
  }
});

// Last, since afterwards this address may open no further session.
test('exchanges a session once for requests side by side, and limits the unknown sessions of an address', async () => {
  const { user, ids } = await submitApplication(portal);
  const { auth } = portal.stage;
  const body = { number: user.person.number, order_id: ids.order_id };
  const cookie = auth.createSessionCookie(user.person);
  const before = auth.countExchanges();
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkPayment(user, body, cookie)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(auth.countExchanges() - before).toBeLessThan(20);

  const unknown = new Set<number>();
  for (let index = 0; index < 310; index += 1)
    unknown.add((await checkPayment(user, body, `archaka_session=unknown-${index}`)).status);
  expect(unknown).toEqual(new Set([401, 429]));
  expect((await checkPayment(user, body, cookie)).status).toBe(200);
});
