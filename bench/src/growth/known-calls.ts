import { createApplicantSession, type Portal } from '@archaka/test-kit';
import type { KnownPerson } from './known-person.ts';
import { createMeasuredSession, type MeasuredSession } from './measured-session.ts';
import type { Samples } from './samples.ts';
import type { Way } from './ways.ts';

const READS = [
  ...['session', 'getaccount', 'getsessions', 'getmessagesettings', 'getsignupconsents', 'getconsents'],
  ...['getretention', 'getdevicekey', 'getexamination', 'getdistrict', 'getmandals'],
  ...['getticketsandprofile', 'getsaveformdata'],
  ...['getauthaudit', 'getapplicationaudit', 'getpaymentaudit', 'getticketaudit'],
];

interface KnownContext extends MeasuredSession {
  readonly portal: Portal;
  readonly person: KnownPerson;
}

async function openPage({ get }: KnownContext, path: string): Promise<void> {
  await get(`page ${path}`, path, { headers: { accept: 'text/html' } });
}

async function readAll(context: KnownContext): Promise<void> {
  const { call, get, person } = context;
  await openPage(context, '/');
  for (const name of READS) await call(name);
  await call('checkaadhar', { aadhar: person.applicant.aadhar });
  await get('GET /api/documents/:id', `/api/documents/${person.documentId}`);
}

async function readSubmitted(context: KnownContext): Promise<void> {
  const { call, person } = context;
  const { applicationId: application_id, orderId: order_id } = person;
  await openPage(context, '/ticket');
  for (const name of ['getapplicationform', 'getapplicationhistory']) await call(name, { application_id });
  for (const name of ['getpaymnetstatus', 'getpaymentattempts']) await call(name, { order_id });
}

async function readTicket({ get, person }: KnownContext): Promise<void> {
  await get('GET /api/tickets/:id', `/api/tickets/${person.applicationId}`);
}

/** The browser's check before the checkout. */
async function checkPayment({ session, portal, person }: KnownContext, { measure }: Samples): Promise<void> {
  const { orderId: order_id, applicant } = person;
  const headers = {
    ...{ cookie: session.cookie(), origin: portal.origin },
    ...{ 'content-type': 'application/json', 'x-order-id': order_id },
  };
  const body = JSON.stringify({ number: applicant.number, order_id });
  const url = `${portal.handler}/checkpaynumberandaadhar`;
  const request = () => fetch(url, { method: 'POST', headers, body });
  const { status } = await measure('checkpaynumberandaadhar', request, person);
  if (status !== 200) throw new Error(`checkpaynumberandaadhar responded ${status}`);
}

function openSession({ origin }: Portal, { applicant, cookie }: KnownPerson) {
  const send = (path: string, init: RequestInit) => fetch(`${origin}${path}`, init);
  return createApplicantSession({ origin, send }, { person: applicant, cookie });
}

/** All reads of an applicant in this state, in order; repeatable. */
export async function measureReads(portal: Portal, person: KnownPerson, samples: Samples): Promise<void> {
  const session = openSession(portal, person);
  const context = { ...createMeasuredSession(session, samples, person), portal, person };
  await readAll(context);
  if (person.way === 'draft') return;
  await readSubmitted(context);
  if (person.way === 'paid') await readTicket(context);
  else await checkPayment(context, samples);
}

type Write = (session: MeasuredSession, person: KnownPerson) => Promise<unknown>;

const writes: Partial<Record<Way, Write>> = {
  unpaid: ({ call }, { orderId }) => call('postorderdata', { order_id: orderId }),
  async draft({ call, session }) {
    const [draft] = (await session.call('getsaveformdata')).body.data;
    await call('saveapplicationform', { ...draft, save_id: 1 });
    const [saved] = (await session.call('getsaveformdata')).body.data;
    await call('paidSubmitapplicationform', { ...saved, save_id: 2 });
  },
  /** Prints a ticket, which disturbs concurrent measurements. */
  async paid({ call, session }, { applicationId: application_id }) {
    const [form] = (await session.call('getapplicationform', { application_id })).body.data;
    await call('upadteapplication', { ...form, save_id: 2, postal_address: '7-7, Koneru Street' });
  },
};

/** The next actions of an applicant in this state. */
export async function measureWrites(portal: Portal, person: KnownPerson, samples: Samples): Promise<void> {
  const session = createMeasuredSession(openSession(portal, person), samples);
  await writes[person.way]?.(session, person);
  await session.call('logout');
}
