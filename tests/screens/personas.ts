import {
  type ApplicantSession,
  buildApplicationForm,
  completePayment,
  eventually,
  type PortalAddresses,
  registerApplicant,
  submitNewApplication,
} from '@archaka/test-kit';
import {
  payAgain,
  payWithoutReturn,
  readNewestRecord,
  refundManually,
  startBankPayment,
  waitUntilTicketed,
} from '../e2e/history/application.ts';

/** The applicants of the screens: each has another state. */
export type PersonaName =
  | 'visitor'
  | 'newcomer'
  | 'drafter'
  | 'unpaid'
  | 'paid'
  | 'failed'
  | 'cancelled'
  | 'twice'
  | 'reversed'
  | 'at-bank';

/** An applicant in a state. */
export interface Persona {
  readonly session: ApplicantSession;
  /** Order of the submitted application; empty before the submission. */
  readonly orderId: string;
}

/** Events bring the outcome of a payment to the record: a page that is opened earlier shows it after its next poll. */
const waitForStatus = (session: ApplicantSession, status: 'F' | 'C') =>
  eventually(async () => (await readNewestRecord(session)).payment_status === status);

const setUpByPersona: Record<
  Exclude<PersonaName, 'visitor'>,
  (portal: PortalAddresses, session: ApplicantSession) => Promise<string>
> = {
  newcomer: async () => '',
  async drafter(_portal, session) {
    await session.call('saveapplicationform', await buildApplicationForm(session.person));
    return '';
  },
  unpaid: (_portal, session) => submitNewApplication(session),
  async paid(portal, session) {
    const orderId = await submitNewApplication(session);
    await completePayment(session, portal.simulator, orderId);
    await waitUntilTicketed(session);
    return orderId;
  },
  async failed(portal, session) {
    const orderId = await submitNewApplication(session);
    await payWithoutReturn(portal, session, { order_id: orderId, outcome: 'failed' });
    await waitForStatus(session, 'F');
    return orderId;
  },
  async twice(portal, session) {
    const orderId = await setUpByPersona.paid(portal, session);
    await payAgain(portal, session, orderId);
    return orderId;
  },
  async reversed(portal, session) {
    const orderId = await submitNewApplication(session);
    const { payment } = await completePayment(session, portal.simulator, orderId);
    await refundManually(portal, payment.id);
    await waitForStatus(session, 'F');
    return orderId;
  },
  async 'at-bank'(portal, session) {
    const orderId = await submitNewApplication(session);
    await startBankPayment(portal, session, orderId);
    return orderId;
  },
  async cancelled(_portal, session) {
    const orderId = await submitNewApplication(session);
    await session.call('postorderdata', { order_id: orderId });
    await session.fetch(`/api/payment/cancel?order_id=${orderId}`);
    await waitForStatus(session, 'C');
    return orderId;
  },
};

/** A new applicant in the state of the role. */
export async function createPersona(
  portal: PortalAddresses,
  name: Exclude<PersonaName, 'visitor'>,
): Promise<Persona> {
  const session = await registerApplicant(portal.origin);
  return { session, orderId: await setUpByPersona[name](portal, session) };
}

/** Most screens only read the persona's data. */
const SHARED_PERSONAS: readonly PersonaName[] = ['unpaid', 'paid', 'twice'];
const sharedPersonas = new Map<string, Promise<Persona>>();

interface PersonaWish {
  readonly name: Exclude<PersonaName, 'visitor'>;
  /** The screen changes the persona's data. */
  readonly isChanged: boolean;
}

/** An applicant in the state of the role: shared if the screen only reads, else new. */
export function findPersona(portal: PortalAddresses, { name, isChanged }: PersonaWish): Promise<Persona> {
  if (isChanged || !SHARED_PERSONAS.includes(name)) return createPersona(portal, name);
  const key = `${name} at ${portal.origin}`;
  const persona = sharedPersonas.get(key) ?? createPersona(portal, name);
  sharedPersonas.set(key, persona);
  return persona;
}
