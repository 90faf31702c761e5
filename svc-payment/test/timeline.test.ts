import { routes } from '@archaka/contracts';
import { type Applicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asRead, readPdf } from './read-pdf.ts';
import { customer, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (query: Record<string, string>, someone?: Applicant): Promise<Response> =>
  fetch(`${shop.payment.url}${routes.paymentTimeline.path}?${new URLSearchParams(query)}`, {
    headers: someone ? await shop.stage.signedIn(someone, 'svc-payment') : {},
  });
const pdfOf = async (response: Response) => readPdf(new Uint8Array(await response.arrayBuffer()));

test('a paid order has its payments and what was said about them in a PDF of either language', async () => {
  const { someone, order_id } = await shop.atCheckout();
  const { payment, callback } = await shop.pay({ order_id, outcome: 'captured' });
  await shop.callback(callback);
  await eventually(async () => (await shop.attempts(order_id, someone))[0]?.state === 'taken');
  await shop.books.quiet();
  const [attempt] = await shop.attempts(order_id, someone);

  const response = await ask({ order_id, language: 'en' }, someone);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="payments-${someone.application_id}.pdf"`,
    'cache-control': 'private, no-store',
  });
  const english = await pdfOf(response);
  for (const said of [order_id, payment.id, attempt?.bank_reference ?? 'a reference', '₹ 100 was taken.'])
    expect(english.text).toContain(said);

  const telugu = await pdfOf(await ask({ order_id }, someone));
  expect(telugu.info.Language).toBe('te');
  expect(attempt?.evidence.length).toBeGreaterThan(1);
  for (const { says, says_te = '' } of attempt?.evidence ?? []) {
    expect(english.text).toContain(says);
    expect(telugu.text).toContain(asRead(says_te));
  }
  for (const { text } of [english, telugu]) expect(text).not.toContain(someone.number);
});

test('nobody has it but the applicant, and only for an order and a language there are', async () => {
  const someone = customer();
  const order_id = await shop.orderOf(someone);
  expect((await ask({ order_id })).status).toBe(401);
  expect((await ask({ order_id }, customer())).status).toBe(403);
  expect((await ask({ order_id: 'order_unknown' }, someone)).status).toBe(404);
  expect((await ask({}, someone)).status).toBe(400);
  expect((await ask({ order_id, language: 'hi' }, someone)).status).toBe(400);
  expect((await pdfOf(await ask({ order_id }, someone))).text).toContain('చెల్లింపు ఏదీ మొదలుకాలేదు');
});

test('who asks too often is told to wait', async () => {
  const someone = customer();
  const answers = new Set<number>();
  for (let asked = 0; asked < 100 && !answers.has(429); asked++)
    answers.add((await ask({ order_id: 'order_unknown' }, someone)).status);
  expect([...answers]).toEqual([404, 429]);
});
