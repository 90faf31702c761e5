import type { CheckoutForm } from '@archaka/contracts';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildSignUp,
  createVisitorSession,
  eventually,
  payAtProvider,
  waitForTicket,
} from '@archaka/test-kit';
import { expect } from '@jest/globals';
import { uploadApplicationFiles } from '../contract/files.ts';

interface PortalUrls {
  readonly origin: string;
  /** The provider's address for this machine. */
  readonly simulator: string;
  /** The provider's origin for browsers. */
  readonly checkout: string;
}

/** Signs up and in; returns the stored draft of an application. */
async function saveDraft(session: ApplicantSession) {
  const { person } = session;
  expect((await session.call('submitsignup', buildSignUp(person))).body).toEqual({ status: 200 });
  const usr_id = await session.signIn();
  expect((await session.call('session')).body.data).toEqual([
    { id: usr_id, number: person.number, name: person.name },
  ]);

  const form = await buildApplicationForm(person, await uploadApplicationFiles(session));
  expect((await session.call('saveapplicationform', form)).body.status).toBe(200);

  const draft = (await session.call('getsaveformdata', { usr_id })).body.data[0] as Record<string, string>;
  expect(draft).toMatchObject({ name: person.name, aadhar: person.aadhar, age: expect.any(Number) });
  expect(draft.application_id).toMatch(/^ARC24-/);
  return draft;
}

/** Submits the draft; returns its order. */
async function submitDraft(session: ApplicantSession, draft: Record<string, string>): Promise<string> {
  const submitted = await session.call('paidSubmitapplicationform', { ...draft, save_id: 2 });
  expect(submitted.body).toMatchObject({ status: 200, orderId: { id: expect.stringMatching(/^order_/) } });
  expect((await session.call('getsaveformdata', { usr_id: session.person.id })).body.data).toEqual([]);
  return submitted.body.orderId?.id ?? '';
}

/** Opens the checkout, pays there and returns; returns the payment's id. */
async function payOrder(
  session: ApplicantSession,
  order_id: string,
  { simulator, checkout }: PortalUrls,
): Promise<string> {
  const checkoutResponse = await session.call('postorderdata', { order_id });
  const { action, fields } = checkoutResponse.body.data[0] as unknown as CheckoutForm;
  expect(fields).toMatchObject({ order_id, amount: '10000', 'prefill[contact]': session.person.number });
  const { origin, pathname } = new URL(action);
  expect(origin).toBe(checkout);
  const page = await fetch(simulator + pathname, { method: 'POST', body: new URLSearchParams(fields) });
  expect(page.status).toBe(200);

  const { payment, callback } = await payAtProvider({ simulator, orderId: order_id, webhooks: 'sent' });
  const body = new URLSearchParams(callback);
  const callbackResponse = await session.fetch('/api/payment/callback', { method: 'POST', body });
  expect(callbackResponse.status).toBe(303);
  expect(callbackResponse.headers.get('location')).toBe(`/paymentstatus?order_id=${order_id}`);
  return payment.id;
}

async function expectTicket(session: ApplicantSession, applicationId: string): Promise<void> {
  const ticket = await waitForTicket(session, applicationId);
  expect(ticket.headers.get('content-type')).toBe('application/pdf');
  expect(ticket.headers.get('x-ticket-version')).toBe('1');
  const bytes = Buffer.from(await ticket.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
}

/** The flow of one applicant from sign-up to ticket and logout, over HTTP only. */
export async function runHappyPath(addresses: PortalUrls): Promise<void> {
  const session = createVisitorSession(addresses.origin);
  const draft = await saveDraft(session);
  const order_id = await submitDraft(session, draft);
  const paymentId = await payOrder(session, order_id, addresses);

  const { person } = session;
  const record = await eventually(async () => {
    const [newest] = (await session.call('getticketsandprofile', { usr_id: person.id })).body.data;
    return newest?.payment_status === 'S' && newest;
  });
  expect(record).toMatchObject({
    application_id: draft.application_id,
    aadhar: `**** **** ${person.aadhar.slice(-4)}`,
    order_id,
    transaction_id: paymentId,
    amount: 100,
  });
  const paid = (await session.call('getpaymnetstatus', { order_id })).body.data;
  // The ticket may be issued between the two reads.
  const withoutTicket = (application: object) => ({ ...application, ticket_version: null });
  expect(paid.map(withoutTicket)).toEqual([withoutTicket(record)]);
  const attempts = (await session.call('getpaymentattempts', { order_id })).body.data;
  expect(attempts).toEqual([
    expect.objectContaining({ payment_id: paymentId, state: 'taken', amount: 10000 }),
  ]);
  await expectTicket(session, String(draft.application_id));

  expect((await session.call('logout')).body.status).toBe(200);
  await eventually(async () => (await session.call('getticketsandprofile')).http === 401, {
    timeoutMs: 2000,
  });
}
