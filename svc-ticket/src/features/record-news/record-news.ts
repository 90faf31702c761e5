import { type Application, type WantedTicket, wantedTicket } from '../../domain/application.ts';
import type { Applications } from '../../store/applications.ts';
import type { Jobs } from '../../store/jobs.ts';
import type { Tickets } from '../../store/tickets.ts';

export type RecordNews = (
  applicationId: string,
  change: (known: Application) => Application,
) => Promise<void>;

interface Shelves {
  readonly applications: Applications;
  readonly jobs: Jobs;
  readonly tickets: Tickets;
}

/** What a ticket is known by: its application's version, and the payment that is printed on it. */
const identityOf = (ticket: WantedTicket | undefined): string | undefined =>
  ticket && `${ticket.edition.version} ${ticket.payment.payment_id}`;

/**
 * Records what an event tells of an application, wants a ticket when another is due by that, and withdraws
 * the present one when none is due any more. Belongs in a transaction.
 */
export const newsRecorder =
  ({ applications, jobs, tickets }: Shelves): RecordNews =>
  async (applicationId, change) => {
    const before = (await applications.find(applicationId)) ?? { application_id: applicationId };
    const after = change(before);
    if (after === before) return;
    await applications.save(after);
    const due = wantedTicket(after);
    const wasDue = wantedTicket(before);
    if (identityOf(due) === identityOf(wasDue)) return;
    if (due) return jobs.want(applicationId, due.edition.version);
    await jobs.drop(applicationId);
    await tickets.withdraw(applicationId);
  };
