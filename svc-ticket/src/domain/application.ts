import type { TicketSnapshot } from '@archaka/contracts';

/** One version of an application, as its event tells it. */
export interface Edition {
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
  readonly newest?: Edition;
  readonly payment?: Payment;
}

/** A ticket that is wanted, with all it is made from. */
export interface WantedTicket {
  readonly application_id: string;
  readonly edition: Edition;
  readonly payment: Payment;
}

/** Keeps the highest version; an older or repeated one changes nothing. */
export function withEdition(application: Application, edition: Edition): Application {
  const known = application.newest;
  return known && known.version >= edition.version ? application : { ...application, newest: edition };
}

/** Keeps the first payment that became known: it stays the one on the tickets. */
export function withPayment(application: Application, payment: Payment): Application {
  return application.payment ? application : { ...application, payment };
}

/** The ticket an application should have: of its newest version, once it is paid. */
export function wantedTicket({ application_id, newest, payment }: Application): WantedTicket | undefined {
  return newest && payment ? { application_id, edition: newest, payment } : undefined;
}
