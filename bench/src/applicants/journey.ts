import { setTimeout as pause } from 'node:timers/promises';
import {
  type ApplicantSession,
  buildApplicationForm,
  buildSignUp,
  createApplicantSession,
  type Portal,
  payAtProvider,
} from '@archaka/test-kit';
import type { TestDocuments } from './documents.ts';
import { expireLists, openForm, openHomePage, openPage } from './pages.ts';
import type { TrafficMeter } from './traffic-meter.ts';
import { upload } from './upload.ts';

export interface Walker {
  readonly session: ApplicantSession;
  draft: Record<string, unknown>;
  orderId: string;
}

export interface JourneyContext {
  readonly portal: Portal;
  readonly meter: TrafficMeter;
  readonly documents: TestDocuments;
}

export function createWalker({ portal: { origin }, meter }: JourneyContext): Walker {
  const session = createApplicantSession({
    origin,
    send: (path, init) => meter.fetch(`${origin}${path}`, init),
  });
  return { session, draft: {}, orderId: '' };
}

async function expectSuccess(pendingResponse: ReturnType<ApplicantSession['call']>) {
  const { http, body } = await pendingResponse;
  if (http !== 200 || body.status !== 200) throw new Error(`responded ${http}: ${JSON.stringify(body)}`);
  return body;
}

/** First visit: signs up and in. */
async function register({ session }: Walker): Promise<void> {
  await openHomePage(session);
  await expectSuccess(session.call('submitsignup', buildSignUp(session.person)));
  await session.signIn();
}

/** Fills in the form, saves it, and continues from the draft later. */
async function fillForm(walker: Walker, { documents }: JourneyContext): Promise<void> {
  const { session } = walker;
  await openForm(session);
  await expectSuccess(session.call('checkaadhar', { aadhar: session.person.aadhar }));
  const image = await upload(session, { kind: 'image', bytes: documents.photo });
  const birthcertificate = await upload(session, { kind: 'birthcertificate', bytes: documents.scan });
  const form = await buildApplicationForm(session.person, { image, birthcertificate });
  await expectSuccess(session.call('saveapplicationform', form));
  const saved = await openForm(session);
  await session.fetch(`/api/documents/${image[0]?.document_id}`);
  await expectSuccess(session.call('saveapplicationform', { ...saved, save_id: 1 }));
  walker.draft = (await openForm(session)) ?? {};
}

/** Submits, reads the answers back, and loads the preview of the ticket. */
async function submitForm(walker: Walker): Promise<void> {
  const { session, draft } = walker;
  const { application_id } = draft;
  const { orderId } = await expectSuccess(
    session.call('paidSubmitapplicationform', { ...draft, save_id: 2 }),
  );
  walker.orderId = orderId?.id ?? '';
  await expectSuccess(session.call('getticketsandprofile'));
  await expectSuccess(session.call('getapplicationform', { application_id }));
  for (;;) {
    const preview = await session.fetch(`/api/tickets/${application_id}/preview`);
    if (preview.status === 200) return;
    await pause(Number(preview.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Checks with the payment handler, opens the checkout, pays, returns and reads the status. */
async function payFee(
  { session, orderId: order_id }: Walker,
  { portal, meter }: JourneyContext,
): Promise<void> {
  const { number } = session.person;
  const headers = {
    ...{ cookie: session.cookie(), origin: portal.origin },
    ...{ 'content-type': 'application/json', 'x-order-id': order_id },
  };
  const paymentCheck = { method: 'POST', headers, body: JSON.stringify({ number, order_id }) };
  await meter.fetch(`${portal.handler}/checkpaynumberandaadhar`, paymentCheck);
  await expectSuccess(session.call('postorderdata', { order_id }));
  const { callback } = await payAtProvider({
    simulator: portal.simulator,
    orderId: order_id,
    webhooks: 'sent',
  });
  await session.fetch('/api/payment/callback', { method: 'POST', body: new URLSearchParams(callback) });
  await openPage(session, `/paymentstatus?order_id=${order_id}`);
  for (const call of ['getpaymnetstatus', 'getpaymentattempts'])
    await expectSuccess(session.call(call, { order_id }));
}

/** Another day: the history with all its queries, and the ticket. */
async function fetchTicket({ session, draft: { application_id } }: Walker): Promise<void> {
  expireLists(session);
  await openPage(session, '/ticket');
  await expectSuccess(session.call('getapplicationhistory', { application_id }));
  const ticket = `/api/tickets/${application_id}`;
  await session.fetch(ticket, { method: 'HEAD' });
  const { status } = await session.fetch(ticket);
  if (status !== 200) throw new Error(`a ticket responded ${status}`);
}

/** An applicant's phases, in order. */
export const journey = {
  join: register,
  fill: fillForm,
  submit: submitForm,
  pay: payFee,
  'fetch ticket': fetchTicket,
} as const;
export type Phase = keyof typeof journey;
