import { ticketIssued } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { TextDependencies } from './text-dependencies.ts';

/** Only the first ticket is announced: an applicant who edits sees the next one. */
export const onTicketIssued = ({ applications, texts }: TextDependencies): EventHandler =>
  handleEvent(ticketIssued, async ({ application_id, at, hall }) => {
    const issuedAt = new Date(at);
    if (hall) await applications.setCentre(application_id, hall.centre, issuedAt);
    await texts.enqueue('ticket-ready', { applicationId: application_id, at: issuedAt });
  });
