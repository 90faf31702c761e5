import { routes } from '@archaka/contracts';
import { type Applicant, eventually } from '@archaka/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildCustomer,
  openPaymentEnvironment,
  type PaymentEnvironment,
} from './support/payment-environment.ts';
import { normalizeText, readPdf } from './support/read-pdf.ts';

let env: PaymentEnvironment;
beforeAll(async () => {
  env = await openPaymentEnvironment();
});
afterAll(() => env.close());

const fetchTimeline = async (query: Record<string, string>, someone?: Applicant): Promise<Response> =>
  fetch(`${env.payment.url}${routes.paymentTimeline.path}?${new URLSearchParams(query)}`, {
    headers: someone ? await env.stage.authorizeUser(someone, 'svc-payment') : {},
  });
const parsePdf = async (response: Response) => readPdf(new Uint8Array(await response.arrayBuffer()));

test('a paid order has its payments and what was said about them in a PDF of either language', async () => {
  const { someone, order_id } = await env.startCheckout();
  const { payment, callback } = await env.pay({ order_id, outcome: 'captured' });
  await env.sendCallback(callback);
  await eventually(async () => (await env.getAttempts(order_id, someone))[0]?.state === 'taken');
  await env.database.whenIdle();
  const [attempt] = await env.getAttempts(order_id, someone);

  const response = await fetchTimeline({ order_id, language: 'en' }, someone);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="payments-${someone.application_id}.pdf"`,
    'cache-control': 'private, no-store',
  });
  const english = await parsePdf(response);
  for (const said of [order_id, payment.id, attempt?.bank_reference ?? 'a reference', '₹ 100 was taken.'])
    expect(english.text).toContain(said);

  const telugu = await parsePdf(await fetchTimeline({ order_id }, someone));
  expect(telugu.info.Language).toBe('te');
  expect(attempt?.evidence.length).toBeGreaterThan(1);
  for (const { says, says_te = '' } of attempt?.evidence ?? []) {
    expect(english.text).toContain(says);
    expect(telugu.text).toContain(normalizeText(says_te));
  }
  for (const { text } of [english, telugu]) expect(text).not.toContain(someone.number);
});

test('nobody has it but the applicant, and only for an order and a language there are', async () => {
  const someone = buildCustomer();
  const order_id = await env.getOrderId(someone);
  expect((await fetchTimeline({ order_id })).status).toBe(401);
  expect((await fetchTimeline({ order_id }, buildCustomer())).status).toBe(403);
  expect((await fetchTimeline({ order_id: 'order_unknown' }, someone)).status).toBe(404);
  expect((await fetchTimeline({}, someone)).status).toBe(400);
  expect((await fetchTimeline({ order_id, language: 'hi' }, someone)).status).toBe(400);
  expect((await parsePdf(await fetchTimeline({ order_id }, someone))).text).toContain('చెల్లింపు ఏదీ మొదలుకాలేదు');
});

test('who asks too often is told to wait', async () => {
  const someone = buildCustomer();
  const answers = new Set<number>();
  for (let count = 0; count < 100 && !answers.has(429); count++)
    answers.add((await fetchTimeline({ order_id: 'order_unknown' }, someone)).status);
  expect([...answers]).toEqual([404, 429]);
});
