import type { CheckoutForm } from '@archaka/contracts';
import {
  type ApplicantSession,
  applicationForm,
  eventually,
  payAtProvider,
  pdf,
  photo,
  portalOfTheRun,
  signUp,
  ticketOf,
  visit,
} from '@archaka/test-kit';
import { expect, test } from '@jest/globals';

const portal = portalOfTheRun();

async function upload(session: ApplicantSession, kind: string, file: Buffer, name: string) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([Uint8Array.from(file)]), name);
  const response = await session.fetch('/api/documents', { method: 'POST', body });
  expect(response.status).toBe(201);
  const { document_id, filetype } = (await response.json()) as { document_id: string; filetype: string };
  return [{ document_id, filetype }];
}

test('from sign-up to a paid ticket, over HTTP alone', async () => {
  const session = visit(portal.origin);
  const { person } = session;
  expect((await session.call('submitsignup', signUp(person))).body).toEqual({ status: 200 });
  const userId = await session.signIn();
  expect((await session.call('session')).body.data).toEqual([
    { id: userId, number: person.number, name: person.name },
  ]);

  const form = await applicationForm(person, {
    birthcertificate: await upload(session, 'birthcertificate', pdf(), 'birth.pdf'),
    image: await upload(session, 'image', await photo(), 'me.jpg'),
  });
  expect((await session.call('saveapplicationform', form)).body.status).toBe(200);

  const draft = (await session.call('getsaveformdata', { usr_id: userId })).body.data[0] as Record<
    string,
    string
  >;
  expect(draft).toMatchObject({ name: person.name, aadhar: person.aadhar, age: expect.any(Number) });
  expect(draft.application_id).toMatch(/^ARC24-/);

  const submitted = await session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  expect(submitted.body).toMatchObject({ status: 200, orderId: { id: expect.stringMatching(/^order_/) } });
  const order_id: string = submitted.body.orderId?.id ?? '';
  expect((await session.call('getsaveformdata', { usr_id: userId })).body.data).toEqual([]);

  const leaving = await session.call('postorderdata', { order_id });
  const checkout = leaving.body.data[0] as unknown as CheckoutForm;
  expect(checkout.fields).toMatchObject({ order_id, amount: '10000', 'prefill[contact]': person.number });
  const page = await fetch(checkout.action, { method: 'POST', body: new URLSearchParams(checkout.fields) });
  expect(page.status).toBe(200);

  const { simulator } = portal;
  const { payment, callback } = await payAtProvider({ simulator, orderId: order_id, webhooks: 'sent' });
  const home = await session.fetch('/api/payment/callback', {
    method: 'POST',
    body: new URLSearchParams(callback),
  });
  expect(home.status).toBe(303);
  expect(home.headers.get('location')).toBe(`/paymentstatus?order_id=${order_id}`);

  const record = await eventually(async () => {
    const [newest] = (await session.call('getticketsandprofile', { usr_id: userId })).body.data;
    return newest?.payment_status === 'S' && newest;
  });
  expect(record).toMatchObject({
    application_id: draft.application_id,
    aadhar: `**** **** ${person.aadhar.slice(-4)}`,
    order_id,
    transaction_id: payment.id,
    amount: 100,
  });
  expect((await session.call('getpaymnetstatus', { order_id })).body.data).toEqual([record]);
  const attempts = (await session.call('getpaymentattempts', { order_id })).body.data;
  expect(attempts).toEqual([
    expect.objectContaining({ payment_id: payment.id, state: 'taken', amount: 10000 }),
  ]);

  const ticket = await ticketOf(session, String(draft.application_id));
  expect(ticket.headers.get('content-type')).toBe('application/pdf');
  expect(ticket.headers.get('x-ticket-version')).toBe('1');
  expect(
    Buffer.from(await ticket.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  expect((await session.call('logout')).body.status).toBe(200);
  await eventually(async () => (await session.call('getticketsandprofile')).http === 401, {
    timeoutMs: 2000,
  });
});
