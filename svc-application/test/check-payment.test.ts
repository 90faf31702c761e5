import { paymentCaptured } from '@archaka/contracts';
import { applicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningApplication, startApplication } from './support/service.ts';
import { submitted } from './support/submitted.ts';
import type { TestUser } from './support/user.ts';

let portal: RunningApplication;
beforeAll(async () => {
  portal = await startApplication();
});
afterAll(() => portal?.stop());

const handler = () => `${portal.stage.urls.handler}/checkpaynumberandaadhar`;

/** Asks as the portal's page does, with its cookie, from another port. */
async function ask(user: TestUser, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const response = await fetch(handler(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: portal.stage.urls.shell,
      cookie: `theme=dark; ${portal.stage.auth.cookie(user.person)}`,
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
    const { user, ids } = await submitted(portal);
    const { number, aadhar } = user.person;
    const answer = await ask(
      user,
      { number, aadhar, order_id: ids.order_id },
      { 'x-order-id': ids.order_id },
    );
    expect([answer.http, answer.body]).toEqual([200, { status: 200 }]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(portal.stage.urls.shell);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await ask(user, { number, order_id: ids.order_id })).body).toEqual({ status: 200 });
  });

  test('when the mobile has a paid application, then 420', async () => {
    const { user, ids, captured, status } = await submitted(portal);
    await portal.broker.tell(paymentCaptured, captured());
    await eventually(async () => (await status()) === 'S');
    const { http, body } = await ask(user, { number: user.person.number, order_id: ids.order_id });
    expect([http, body]).toEqual([
      200,
      { status: 420, message: 'Already Application registered this Mobile Number' },
    ]);
  });

  test('when the Aadhaar has a paid application of another, then 421', async () => {
    const paid = await submitted(portal);
    await portal.broker.tell(paymentCaptured, paid.captured());
    await eventually(async () => (await paid.status()) === 'S');
    const { user, ids } = await submitted(portal);
    const { aadhar } = paid.user.person;
    const { http, body } = await ask(user, { number: user.person.number, aadhar, order_id: ids.order_id });
    expect([http, body.status]).toEqual([200, 421]);
  });

  test('when a browser asks first, then the portal’s pages may send these headers and its cookie, others not', async () => {
    const preflight = (origin: string) =>
      fetch(handler(), { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const ours = await preflight(portal.stage.urls.shell);
    expect(ours.status).toBe(204);
    expect(Object.fromEntries(ours.headers)).toMatchObject({
      'access-control-allow-origin': portal.stage.urls.shell,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-order-id, x-request-id',
    });
    const theirs = await preflight('https://elsewhere.example');
    expect(theirs.status).toBe(403);
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('what is refused', () => {
  test('in the order of all refusals', async () => {
    const { user, ids } = await submitted(portal);
    const right = { number: user.person.number, order_id: ids.order_id };
    const status = async (body: Record<string, unknown>, headers?: Record<string, string>) =>
      (await ask(user, body, headers)).http;
    expect(await status({}, { origin: 'https://elsewhere.example', cookie: '' })).toBe(403);
    expect(await status({}, { 'content-type': 'text/plain', cookie: '' })).toBe(415);
    expect(await status({ order_id: 'x'.repeat(20_000) }, { cookie: '' })).toBe(413);
    expect(await status({}, { cookie: '' })).toBe(401);
    expect(await status({}, { cookie: 'archaka_session=forged' })).toBe(401);
    expect(await status(right, { cookie: '', ...user.auth })).toBe(401);
    expect(await status({ ...right, number: '' })).toBe(400);
    expect(await status({ ...right, aadhar: '12' })).toBe(400);
    expect(await status({ number: right.number })).toBe(400);
    expect(await status(right, { 'x-order-id': 'order_other' })).toBe(400);
    expect(await status({ ...right, number: '9123456789' })).toBe(403);
    expect(await status({ ...right, order_id: 'order_none' })).toBe(404);
    expect((await ask(await portal.user(), right)).http).toBe(403);
  });

  test('when it is no JSON object, then it is refused', async () => {
    const { user } = await submitted(portal);
    const send = async (body: string) =>
      (
        await fetch(handler(), {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: portal.stage.auth.cookie(user.person) },
          body,
        })
      ).status;
    expect(await send('{')).toBe(400);
    expect(await send('[]')).toBe(400);
    expect(await send('null')).toBe(400);
  });

  test('when the session is over, then so is this', async () => {
    const { user, ids } = await submitted(portal);
    const cookie = portal.stage.auth.cookie(user.person);
    portal.stage.auth.forget(user.person.id);
    const body = { number: user.person.number, order_id: ids.order_id };
    const response = await fetch(handler(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
  });

  test('when it is used to try out Aadhaars, then not more than through checkaadhar', async () => {
    const { user, ids } = await submitted(portal);
    const body = { number: user.person.number, order_id: ids.order_id };
    for (let count = 0; count < 20; count += 1) await ask(user, { ...body, aadhar: applicant().aadhar });
    expect((await ask(user, { ...body, aadhar: applicant().aadhar })).http).toBe(429);
    expect((await ask(user, body)).body).toEqual({ status: 200 });
    expect((await user.call('checkaadhar', { aadhar: applicant().aadhar })).http).toBe(429);
  });
});
