import {
  buildApplicationForm,
  buildSignUp,
  createVisitorSession,
  eventually,
  type Portal,
  payAtProvider,
} from '@archaka/test-kit';
import { storeDocument } from '../submissions/store-document.ts';
import { createMeasuredSession } from './measured-session.ts';
import type { Samples } from './samples.ts';
import type { TestFiles } from './test-files.ts';

/** A new applicant completes the whole flow, from the sign-up to the ticket. */
export async function measureNewcomer(portal: Portal, samples: Samples, files: TestFiles): Promise<void> {
  const { measure } = samples;
  const session = createVisitorSession(portal.origin);
  const { call, get } = createMeasuredSession(session, samples);
  const { person } = session;
  await call('submitsignup', buildSignUp(person));
  await call('websiteloginotp', { number: person.number });
  const inbox = await session.fetch(`/dev/inbox?number=${person.number}`);
  const [newest] = (await inbox.json()) as { otp: string }[];
  const [signedIn] = (await call('submitwithotp', { number: person.number, otp: newest?.otp })).data;
  person.id = String(signedIn?.id);
  const store = (kind: string, bytes: Buffer, name: string) =>
    measure('POST /api/documents', () => storeDocument(session, { kind, bytes, name }));
  const image = await store('image', files.photo, 'me.jpg');
  const birthcertificate = await store('birthcertificate', files.paper, 'birth.pdf');
  const form = await buildApplicationForm(person, { image, birthcertificate, save_id: 2 });
  const order_id = String((await call('submitapplicationform', form)).orderId?.id);
  await call('postorderdata', { order_id });
  const { simulator } = portal;
  const { callback } = await payAtProvider({ simulator, orderId: order_id, webhooks: 'sent' });
  const body = new URLSearchParams(callback);
  await get('POST /api/payment/callback', '/api/payment/callback', { method: 'POST', body });
  await call('recheckpayment', { order_id });
  const [record] = (await call('getticketsandprofile')).data;
  const isReady = async () => (await session.fetch(`/api/tickets/${record?.application_id}`)).status === 200;
  await measure('from the payment to the ticket', () => eventually(isReady, { intervalMs: 50 }));
}
