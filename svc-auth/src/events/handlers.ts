import {
  applicationClaimLost,
  applicationSubmitted,
  applicationWithdrawn,
  erasureReports,
  paymentCaptured,
  paymentReversed,
  resultPublished,
  scrutinyDecided,
  ticketIssued,
} from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import { datedTextKinds, type ExaminationDates, planDatedText } from '../domain/texts.ts';
import type { Dependencies } from '../features/dependencies.ts';
import { reportErasure } from '../features/erase-person.ts';
import type { ApplicationRepository } from '../persistence/application-repository.ts';
import type { TextRepository } from '../persistence/text-repository.ts';

interface TextDependencies {
  readonly applications: ApplicationRepository;
  readonly texts: TextRepository;
  readonly examination: ExaminationDates;
}

/** What applicants get messages about. */
export function createTextHandlers({ applications, texts, examination }: TextDependencies): EventHandler[] {
  /** A payment whose claims are lost is refunded too. */
  const recordReturn = ({ application_id, payment_id }: { application_id: string; payment_id: string }) =>
    applications.addPayment(application_id, 'returned', payment_id);

  return [
    handleEvent(applicationSubmitted, async ({ application_id, user_id }, { time }) => {
      await applications.setOwner(application_id, user_id);
      await texts.enqueueSubmitted({ applicationId: application_id, at: new Date(time) });
    }),
    handleEvent(applicationWithdrawn, async ({ application_id }) => {
      await applications.remove(application_id);
      await texts.removeApplications([application_id]);
    }),
    // Only paid applications get messages about the examination's dates.
    handleEvent(paymentCaptured, async ({ application_id, payment_id, at }, { time }) => {
      await applications.addPayment(application_id, 'captured', payment_id);
      const created = { applicationId: application_id, at: new Date(time), paidAt: new Date(at) };
      const plans = datedTextKinds.map((kind) => ({ kind, plan: planDatedText(kind, examination) }));
      await texts.enqueuePaid(created, plans);
    }),
    handleEvent(paymentReversed, recordReturn),
    handleEvent(applicationClaimLost, recordReturn),
    // Only the first ticket is announced: an applicant who edits sees the next one.
    handleEvent(ticketIssued, async ({ application_id, at, hall }) => {
      const issuedAt = new Date(at);
      if (hall) await applications.setCentre(application_id, hall.centre, issuedAt);
      await texts.enqueue('ticket-ready', { applicationId: application_id, at: issuedAt });
    }),
    // The text names no reason.
    handleEvent(scrutinyDecided, async ({ application_id, version, verdict, last_day, at }) => {
      if (verdict === 'accepted') return;
      const decided = { applicationId: application_id, version, lastDay: last_day, at: new Date(at) };
      await texts.enqueueVersion(verdict === 'correction' ? 'correction-required' : 'rejected', decided);
    }),
    // The text names no marks.
    handleEvent(resultPublished, ({ application_id, revision, published_at }) =>
      texts.enqueueVersion('result-published', {
        applicationId: application_id,
        version: revision,
        at: new Date(published_at),
      }),
    ),
  ];
}

export const createErasureHandlers = (deps: Dependencies): EventHandler[] =>
  erasureReports.map((event) =>
    handleEvent<typeof event.data>(event, ({ user_id, at, remaining }) =>
      reportErasure(deps, user_id, event.producer, { at: new Date(at), remaining }),
    ),
  );
