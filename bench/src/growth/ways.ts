import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  createProviderClient,
  type Portal,
  registerApplicant,
  waitForTicket,
} from '@archaka/test-kit';
import { storeDocument } from '../submissions/store-document.ts';
import { createTestFiles } from './test-files.ts';

/** The state that an applicant reaches. */
export type Way = 'paid' | 'corrected' | 'unpaid' | 'failed' | 'draft' | 'stray';

/** A real applicant. */
export interface Walker {
  readonly way: Way;
  /** English name. */
  readonly centre: string;
  readonly session: ApplicantSession;
  readonly applicationId: string;
  readonly orderId: string;
  readonly documentId: string;
}

interface Destination {
  readonly way: Way;
  /** Counts the districts. */
  readonly centre: number;
}

async function storeFiles(session: ApplicantSession) {
  const { photo, paper } = await createTestFiles();
  return {
    image: await storeDocument(session, { kind: 'image', bytes: photo, name: 'me.jpg' }),
    birthcertificate: await storeDocument(session, {
      ...{ kind: 'birthcertificate', bytes: paper, name: 'birth.pdf' },
    }),
  };
}

async function call(session: ApplicantSession, name: string, body?: object) {
  const { http, body: answered } = await session.call(name, body);
  if (http !== 200 || answered.status !== 200)
    throw new Error(`${name} responded ${http}: ${JSON.stringify(answered)}`);
  return answered;
}

async function correct(session: ApplicantSession, application_id: string): Promise<void> {
  const [form] = (await call(session, 'getapplicationform', { application_id })).data;
  await call(session, 'upadteapplication', { ...form, save_id: 2, postal_address: '9-9, Tank Road' });
  await waitForTicket(session, application_id);
}

async function pay(session: ApplicantSession, portal: Portal, { way, orderId }: Walker): Promise<void> {
  if (way === 'failed') {
    await call(session, 'postorderdata', { order_id: orderId });
    await createProviderClient(portal.simulator).pay({ order_id: orderId, outcome: 'failed' });
    return;
  }
  await completePayment(session, portal.simulator, orderId);
}

/** Brings an applicant to the state, like a browser. */
export async function goWay(portal: Portal, { way, centre }: Destination): Promise<Walker> {
  const session = await registerApplicant(portal.origin);
  const files = await storeFiles(session);
  const district = (await call(session, 'getdistrict')).data[centre];
  const chosen = { centre_district: district?.distrct_nm, centre_district_id: district?.id };
  const form = await buildApplicationForm(session.person, { ...files, ...chosen });
  const documentId = String(files.image[0]?.document_id);
  const begun = {
    ...{ way, session, documentId, centre: String(district?.distrct_nm), applicationId: '', orderId: '' },
  };
  if (way === 'stray') return begun;
  await call(session, 'saveapplicationform', form);
  const [draft] = (await call(session, 'getsaveformdata')).data;
  const applicationId = String(draft?.application_id);
  if (way === 'draft') return { ...begun, applicationId };
  const submitted = await call(session, 'paidSubmitapplicationform', { ...draft, save_id: 2 });
  const walker = { ...begun, applicationId, orderId: String(submitted.orderId?.id) };
  if (way === 'unpaid') return walker;
  await pay(session, portal, walker);
  if (way !== 'failed') await waitForTicket(session, applicationId);
  if (way === 'corrected') await correct(session, applicationId);
  return walker;
}
