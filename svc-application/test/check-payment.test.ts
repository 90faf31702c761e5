import { buildApplicant } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitApplication } from './support/submit-application.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const getHandlerUrl = () => `${portal.stage.urls.handler}/checkpaynumberandaadhar`;

/** Requests like the portal's page, with its cookie, from another port. */
async function checkPayment(
  user: TestUser,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(getHandlerUrl(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: portal.stage.urls.shell,
      cookie: `theme=dark; ${portal.stage.auth.createSessionCookie(user.person)}`,
      'sec-fetch-site': 'same-site',
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return {
    http: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe('just before the checkout', () => {
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
});

describe('rejections', () => {
  test('counts its Aadhaars with those of checkaadhar', async () => {
    const { user, ids } = await submitApplication(portal);
    const body = { number: user.person.number, order_id: ids.order_id };
    for (let count = 0; count < 20; count += 1)
      await checkPayment(user, { ...body, aadhar: buildApplicant().aadhar });
    expect((await checkPayment(user, { ...body, aadhar: buildApplicant().aadhar })).http).toBe(429);
    expect((await checkPayment(user, body)).body).toEqual({ status: 200 });
    expect((await user.call('checkaadhar', { aadhar: buildApplicant().aadhar })).http).toBe(429);
  });
});

describe('checking whether an Aadhaar is taken', () => {
  test('is true for others after the submission, not for the own applicant, and not for a draft [S-5.35] [S-7.5]', async () => {
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

  test('limits a user to 20 numbers a day; earlier ones may be repeated', async () => {
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

  test('counts saves, submissions and edits together, without the own number', async () => {
    // The own Aadhaar was looked up once, before it was held.
    const { user, ids } = await submitApplication(portal);
    const id = ids.application_id;
    const files = { image: [], birthcertificate: [] };
    const calls = [
      (aadhar: string) => user.call('checkaadhar', { aadhar }),
      (aadhar: string) => user.save({ aadhar, ...files }),
      (aadhar: string) => user.submit({ aadhar, ...files }),
      (aadhar: string) => user.pay({ aadhar, application_id: id, name: '' }),
      async (aadhar: string) => user.call('upadteapplication', await user.form({ id, aadhar, name: '' })),
    ];
    for (let count = 0; count < 19; count += 1)
      expect((await calls[count % calls.length]?.(buildApplicant().aadhar))?.http).not.toBe(429);
    for (const call of calls) {
      const rejected = await call(buildApplicant().aadhar);
      expect([rejected.http, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect((await call(user.person.aadhar)).http).not.toBe(429);
    }
  });
});

// Last, since afterwards this address may open no further session.
describe('the limits of the handler', () => {
  test('exchanges a session once for requests side by side, and limits the unknown sessions of an address', async () => {
    const { user, ids } = await submitApplication(portal);
    const { auth } = portal.stage;
    const body = { number: user.person.number, order_id: ids.order_id };
    const cookie = auth.createSessionCookie(user.person);
    const before = auth.countExchanges();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkPayment(user, body, { cookie })));
    expect(answers.map(({ http }) => http)).toEqual(Array(20).fill(200));
    expect(auth.countExchanges() - before).toBeLessThan(20);

    const sendUnknown = (index: number) =>
      checkPayment(user, body, { cookie: `archaka_session=unknown-${index}` });
    const unknown = [];
    for (let index = 0; index < 310; index += 1) unknown.push((await sendUnknown(index)).http);
    expect(new Set(unknown)).toEqual(new Set([401, 429]));
    expect((await checkPayment(user, body, { cookie })).http).toBe(200);
  });
});
