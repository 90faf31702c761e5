import { paymentCaptured } from '@archaka/contracts';
import { buildApplicant, eventually } from '@archaka/test-kit';
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

/** Asks as the portal's page does, with its cookie, from another port. */
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
  test('when nothing is paid yet, then the applicant may go on, with or without the Aadhaar', async () => {
    const { user, ids } = await submitApplication(portal);
    const { number, aadhar } = user.person;
    const response = await checkPayment(
      user,
      { number, aadhar, order_id: ids.order_id },
      { 'x-order-id': ids.order_id },
    );
    expect([response.http, response.body]).toEqual([200, { status: 200 }]);
    expect(response.headers.get('access-control-allow-origin')).toBe(portal.stage.urls.shell);
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await checkPayment(user, { number, order_id: ids.order_id })).body).toEqual({ status: 200 });
  });

  test('when the mobile has a paid application, then 420', async () => {
    const { user, ids, buildCaptured, readStatus } = await submitApplication(portal);
    await portal.broker.publish(paymentCaptured, buildCaptured());
    await eventually(async () => (await readStatus()) === 'S');
    const { http, body } = await checkPayment(user, { number: user.person.number, order_id: ids.order_id });
    expect([http, body]).toEqual([
      200,
      { status: 420, message: 'Already Application registered this Mobile Number' },
    ]);
  });

  test('when the Aadhaar has a paid application of another, then 421', async () => {
    const paid = await submitApplication(portal);
    await portal.broker.publish(paymentCaptured, paid.buildCaptured());
    await eventually(async () => (await paid.readStatus()) === 'S');
    const { user, ids } = await submitApplication(portal);
    const { aadhar } = paid.user.person;
    const { http, body } = await checkPayment(user, {
      number: user.person.number,
      aadhar,
      order_id: ids.order_id,
    });
    expect([http, body.status]).toEqual([200, 421]);
  });

  test('when a browser asks first, then the portal’s pages may send these headers and its cookie, others not', async () => {
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

describe('what is refused', () => {
  test('in the order of all refusals', async () => {
    const { user, ids } = await submitApplication(portal);
    const validBody = { number: user.person.number, order_id: ids.order_id };
    const getStatus = async (body: Record<string, unknown>, headers?: Record<string, string>) =>
      (await checkPayment(user, body, headers)).http;
    expect(await getStatus({}, { origin: 'https://elsewhere.example', cookie: '' })).toBe(403);
    expect(await getStatus({}, { 'content-type': 'text/plain', cookie: '' })).toBe(415);
    expect(await getStatus({ order_id: 'x'.repeat(20_000) }, { cookie: '' })).toBe(413);
    expect(await getStatus({}, { cookie: '' })).toBe(401);
    expect(await getStatus({}, { cookie: 'archaka_session=forged' })).toBe(401);
    expect(await getStatus(validBody, { cookie: '', ...user.auth })).toBe(401);
    expect(await getStatus({ ...validBody, number: '' })).toBe(400);
    expect(await getStatus({ ...validBody, aadhar: '12' })).toBe(400);
    expect(await getStatus({ number: validBody.number })).toBe(400);
    expect(await getStatus(validBody, { 'x-order-id': 'order_other' })).toBe(400);
    expect(await getStatus({ ...validBody, number: '9123456789' })).toBe(403);
    expect(await getStatus({ ...validBody, order_id: 'order_none' })).toBe(404);
    expect((await checkPayment(await portal.createUser(), validBody)).http).toBe(403);
  });

  test('when it is no JSON object, then it is refused', async () => {
    const { user } = await submitApplication(portal);
    const send = async (body: string) =>
      (
        await fetch(getHandlerUrl(), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            cookie: portal.stage.auth.createSessionCookie(user.person),
          },
          body,
        })
      ).status;
    expect(await send('{')).toBe(400);
    expect(await send('[]')).toBe(400);
    expect(await send('null')).toBe(400);
  });

  test('when the session is over, then so is this', async () => {
    const { user, ids } = await submitApplication(portal);
    const cookie = portal.stage.auth.createSessionCookie(user.person);
    portal.stage.auth.endSessions(user.person.id);
    const body = { number: user.person.number, order_id: ids.order_id };
    const response = await fetch(getHandlerUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
  });

  test('when it is used to try out Aadhaars, then not more than through checkaadhar', async () => {
    const { user, ids } = await submitApplication(portal);
    const body = { number: user.person.number, order_id: ids.order_id };
    for (let count = 0; count < 20; count += 1)
      await checkPayment(user, { ...body, aadhar: buildApplicant().aadhar });
    expect((await checkPayment(user, { ...body, aadhar: buildApplicant().aadhar })).http).toBe(429);
    expect((await checkPayment(user, body)).body).toEqual({ status: 200 });
    expect((await user.call('checkaadhar', { aadhar: buildApplicant().aadhar })).http).toBe(429);
  });
});
