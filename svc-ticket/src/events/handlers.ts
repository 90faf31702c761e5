import {
  applicationClaimLost,
  applicationSubmitted,
  applicationUpdated,
  paymentCaptured,
  paymentReversed,
  resultPublished,
  scrutinyDecided,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import {
  type Application,
  applyDecision,
  applyPayment,
  applyResult,
  applyReversal,
  applyVersion,
  type FindExamination,
  findDueTicket,
  type TicketRequest,
} from '../domain/application.ts';
import type { Repositories } from '../persistence/repositories.ts';

const toTicketIdentity = (ticket: TicketRequest | undefined): string | undefined =>
  ticket && `${ticket.applicationVersion.version} ${ticket.payment.payment_id}`;

/** The events may arrive in any order. */
export function createEventHandlers(
  { applications, jobs, tickets }: Pick<Repositories, 'applications' | 'jobs' | 'tickets'>,
  findExamination: FindExamination,
): EventHandler[] {
  /** Enqueues the ticket that the change makes due, or withdraws the current one. Needs a transaction. */
  async function recordChange(applicationId: string, change: (application: Application) => Application) {
    const { before, after } = await applications.update(applicationId, change);
    const due = findDueTicket(after, findExamination);
    if (toTicketIdentity(due) === toTicketIdentity(findDueTicket(before, findExamination))) return;
    if (due) return jobs.enqueue(applicationId, due.applicationVersion.version);
    await jobs.cancel(applicationId);
    await tickets.withdraw(applicationId);
  }

  return [
    ...[applicationSubmitted, applicationUpdated].map((event) =>
      handleEvent(event, ({ application_id, version, user_id, snapshot }) =>
        recordChange(application_id, (application) =>
          applyVersion(application, { version, user_id, snapshot }),
        ),
      ),
    ),
    handleEvent(paymentCaptured, ({ application_id, order_id, payment_id, amount }) =>
      recordChange(application_id, (application) =>
        applyPayment(application, { order_id, payment_id, amount }),
      ),
    ),
    ...[applicationClaimLost, paymentReversed].map((event) =>
      handleEvent(event, ({ application_id, payment_id }) =>
        recordChange(application_id, (application) => applyReversal(application, payment_id)),
      ),
    ),
    handleEvent(scrutinyDecided, ({ application_id, decision_id: id, version, verdict, at }) =>
      recordChange(application_id, (application) =>
        applyDecision(application, { id, version, verdict, at: new Date(at) }),
      ),
    ),
    handleEvent(resultPublished, ({ application_id, ...result }) =>
      recordChange(application_id, (application) => applyResult(application, result)),
    ),
  ];
}
