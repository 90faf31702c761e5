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

const toTicketIdentity = (ticket: TicketRequest | undefined): string | undefined =>
  ticket && `${ticket.applicationVersion.version} ${ticket.payment.payment_id}`;

/** Enqueues the ticket that the change makes due, or withdraws the current one. Needs a transaction. */
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
