import { ticketIssued } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { TextDependencies } from './text-dependencies.ts';

/** Only the first ticket is announced: an applicant who edits sees the next one. */
export const onTicketIssued = ({ texts }: TextDependencies): EventHandler =>
  handleEvent(ticketIssued, ({ application_id, at }) =>
    texts.enqueue('ticket-ready', { applicationId: application_id, at: new Date(at) }),
  );
