import { applicationSubmitted, ensureOrder, orderCreated, pathOf } from '@archaka/contracts';
import { eventually, scaledTimeout } from '@archaka/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { customer, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.faults({ orders_api: 'ok', rate: 1, delay_ms: 8000 }));
afterAll(() => shop.close());

const madeFor = async (application_id: string) =>
  (await shop.ledger()).orders.filter(({ receipt }) => receipt === application_id);

test('an application gets an order of the configured fee, and others hear of it', async () => {
  const someone = customer();
  const { data } = await shop.ensureOrder(someone);
  const [{ id } = { id: '' }] = await madeFor(someone.application_id);
  expect(data).toEqual([{ order_id: id, amount: 10_000, round: 1 }]);
  expect(await shop.events.hear(orderCreated, id)).toEqual({
    application_id: someone.application_id,
    order_id: id,
    amount: 10_000,
    round: 1,
  });
});

test('20 calls at once at two instances are one order', async () => {
  const beside = await shop.startBeside();
  const someone = customer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      shop.ensureOrder(someone, place % 2 ? beside.url : shop.payment.url),
    ),
  );
  expect(new Set(answers.map(({ data }) => data[0]?.order_id)).size).toBe(1);
  expect(await madeFor(someone.application_id)).toHaveLength(1);
  expect(await shop.toldAbout(answers[0]?.data[0]?.order_id ?? '')).toHaveLength(1);
});

test('a provider that is down is told as 503, and the next call after it gets the order', async () => {
  const someone = customer();
  await shop.faults({ orders_api: 'down' });
  const refused = await shop.ensureOrder(someone);
  expect(refused).toMatchObject({ status: 503, code: 'part-down' });

  await shop.faults({ orders_api: 'ok' });
  expect((await shop.ensureOrder(someone)).status).toBe(200);
  expect(await madeFor(someone.application_id)).toHaveLength(1);
});

test('a provider that is slow is waited for 4 s; its order is then found by our receipt', async () => {
  const someone = customer();
  await shop.faults({ orders_api: 'slow' });
  const startedAt = performance.now();
  expect((await shop.ensureOrder(someone)).status).toBe(503);
  expect(performance.now() - startedAt).toBeLessThan(scaledTimeout(4_800));

  await shop.faults({ orders_api: 'ok' });
  const { data } = await shop.ensureOrder(someone);
  const made = await madeFor(someone.application_id);
  expect(made.map(({ id }) => id)).toEqual([data[0]?.order_id]);
});

test('an order whose answer got lost with its asker is found by the next call', async () => {
  const someone = customer();
  const doomed = await shop.startBeside();
  await shop.faults({ orders_api: 'slow' });
  const lost = shop.ensureOrder(someone, doomed.url).catch(() => undefined);
  await eventually(async () => (await madeFor(someone.application_id)).length > 0);
  await doomed.kill();
  await lost;

  await shop.faults({ orders_api: 'ok' });
  const { data } = await eventually(async () => {
    const answer = await shop.ensureOrder(someone);
    return answer.status === 200 && answer;
  });
  const made = await madeFor(someone.application_id);
  expect(made.map(({ id }) => id)).toEqual([data[0]?.order_id]);
});

test('a submitted application is in the books and has no order until it is asked for', async () => {
  const someone = customer();
  const { application_id } = someone;
  await shop.events.tell(applicationSubmitted, {
    application_id,
    version: 1,
    user_id: someone.id,
    number: someone.number,
    snapshot: snapshotOf(application_id),
  });
  await eventually(async () => (await shop.books.orders.countDocuments({ application_id })) === 1);
  expect(await madeFor(application_id)).toEqual([]);
  expect((await shop.ensureOrder(someone)).status).toBe(200);
});

test('only services may ask for orders, and only for applications whose id fits a receipt', async () => {
  const response = await fetch(`${shop.payment.url}${pathOf(ensureOrder)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await shop.stage.signedIn(customer(), 'svc-payment')),
    },
    body: JSON.stringify({ application_id: 'ARC24-00000000', user_id: 'u', number: '9000090000' }),
  });
  expect(response.status).toBe(401);
  expect((await shop.ensureOrder({ ...customer(), application_id: 'A'.repeat(41) })).status).toBe(400);
});

const place = { name: 'Anakapalli', name_te: 'అనకాపల్లి' };
const snapshotOf = (application_id: string) => ({
  application_id,
  examine_year: '2024',
  name: 'Sita Rama Sarma',
  father_name: 'Venkata Sarma',
  aadhaar_masked: '**** **** 1234',
  exam_type: 1,
  exam_regular: 1,
  languages: [],
  centre_district: place,
  agama: 'వైఖానస',
  photo: 'document-1',
  submitted_at: new Date().toISOString(),
});
