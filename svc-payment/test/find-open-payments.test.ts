import { findOpenPayments, toCallPath } from '@archaka/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildCustomer,
  openPaymentEnvironment,
  type PaymentEnvironment,
} from './support/payment-environment.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment();
});
afterAll(() => env.close());

async function post(ids: readonly string[], headers: Record<string, string>) {
  const response = await fetch(`${env.payment.url}${toCallPath(findOpenPayments)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ application_ids: ids }),
  });
  return { status: response.status, body: (await response.json()) as { data: unknown[] } };
}
const authorize = () => env.stage.authorizeService('svc-application', 'svc-payment', findOpenPayments.name);

test('names the applications whose payment is unknown, and neither settled nor unknown ones', async () => {
  const { someone } = await env.startCheckout();
  const [settled, unknown] = [buildCustomer(), buildCustomer()];
  await env.getOrderId(settled);
  await env.database.orders.updateOne(
    { application_id: settled.application_id },
    { $set: { next_look_at: null } },
  );
  const ids = [settled, someone, unknown].map(({ application_id }) => application_id);
  const { status, body } = await post(ids, await authorize());
  expect([status, body.data]).toEqual([200, [{ application_id: someone.application_id }]]);
});

test('answers svc-application only, and at most 500 applications at once', async () => {
  const { someone } = await env.startCheckout();
  const ids = [someone.application_id];
  expect((await post(ids, {})).status).toBe(401);
  expect((await post(ids, await env.stage.authorizeUser(someone, 'svc-payment'))).status).toBe(401);
  const ticket = await env.stage.authorizeService('svc-ticket', 'svc-payment', findOpenPayments.name);
  expect((await post(ids, ticket)).status).toBe(403);
  expect((await post(Array(501).fill('ARC24-1'), await authorize())).status).toBe(400);
});
