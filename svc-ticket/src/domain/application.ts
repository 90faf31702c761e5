import type { TicketSnapshot } from '@archaka/contracts';

/** One version of an application, as its event tells it. */
export interface ApplicationVersion {
  readonly version: number;
  readonly user_id: string;
  readonly snapshot: TicketSnapshot;
}

export interface Payment {
  readonly order_id: string;
  readonly payment_id: string;
  /** In paise. */
  readonly amount: number;
}

/** What is known of an application by the events that came so far, in whatever order. */
export interface Application {
  readonly application_id: string;
  readonly newest?: ApplicationVersion;
  /** Captured for it, in the order in which they became known. */
  readonly payments?: readonly Payment[];
  /** Payments that go back to the applicant, or went: they pay for no ticket. */
  readonly returning?: readonly string[];
}

/** What a ticket would be made from as things stand, paid or not. */
export interface PreviewRequest {
  readonly application_id: string;
  readonly applicationVersion: ApplicationVersion;
  readonly payment?: Payment | undefined;
}

/** A ticket that is wanted, with all it is made from. */
export interface TicketRequest extends PreviewRequest {
  readonly payment: Payment;
}

/** Keeps the highest version; an older or repeated one changes nothing. */
export function applyVersion(application: Application, applicationVersion: ApplicationVersion): Application {
  const current = application.newest;
  return current && current.version >= applicationVersion.version
    ? application
    : { ...application, newest: applicationVersion };
}

/** A payment became known. */
export function applyPayment(application: Application, payment: Payment): Application {
  const { payments = [] } = application;
  if (payments.some(({ payment_id }) => payment_id === payment.payment_id)) return application;
  return { ...application, payments: [...payments, payment] };
}

/** The payment goes back, known already or not: there is no ticket for it any more. */
export function applyReversal(application: Application, payment_id: string): Application {
  const { returning = [] } = application;
  if (returning.includes(payment_id)) return application;
  return { ...application, returning: [...returning, payment_id] };
}

/** The first payment that does not go back: it stays the one on the tickets. */
export const findPayment = ({ payments = [], returning = [] }: Application): Payment | undefined =>
  payments.find(({ payment_id }) => !returning.includes(payment_id));

/** The ticket an application should have: of its newest version, once it is paid. */
export function findDueTicket(application: Application): TicketRequest | undefined {
  const { application_id, newest } = application;
  const payment = findPayment(application);
  return newest && payment ? { application_id, applicationVersion: newest, payment } : undefined;
}
