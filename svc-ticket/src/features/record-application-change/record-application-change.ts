import { type Application, findDueTicket, type TicketRequest } from '../../domain/application.ts';
import type { ApplicationRepository } from '../../persistence/application-repository.ts';
import type { TicketJobRepository } from '../../persistence/ticket-job-repository.ts';
import type { TicketRepository } from '../../persistence/ticket-repository.ts';

export type RecordApplicationChange = (
  applicationId: string,
  change: (application: Application) => Application,
) => Promise<void>;

interface RecordApplicationChangeDependencies {
  readonly applications: ApplicationRepository;
  readonly jobs: TicketJobRepository;
  readonly tickets: TicketRepository;
}

/** What a ticket is known by: its application's version, and the payment that is printed on it. */
const toTicketIdentity = (ticket: TicketRequest | undefined): string | undefined =>
  ticket && `${ticket.applicationVersion.version} ${ticket.payment.payment_id}`;

/**
 * Records what an event tells of an application, wants a ticket when another is due by that, and withdraws
 * the present one when none is due any more. Belongs in a transaction.
 */
export const createChangeRecorder =
  ({ applications, jobs, tickets }: RecordApplicationChangeDependencies): RecordApplicationChange =>
  async (applicationId, change) => {
    const before = (await applications.find(applicationId)) ?? { application_id: applicationId };
    const after = change(before);
    if (after === before) return;
    await applications.save(after);
    const due = findDueTicket(after);
    const previouslyDue = findDueTicket(before);
    if (toTicketIdentity(due) === toTicketIdentity(previouslyDue)) return;
    if (due) return jobs.enqueue(applicationId, due.applicationVersion.version);
    await jobs.cancel(applicationId);
    await tickets.withdraw(applicationId);
  };
