import { ticketIssued } from '@archaka/contracts';
import { type EventHandler, handleEvent } from '@archaka/service-kit';
import type { Repositories } from '../persistence/repositories.ts';

/** Events of several tickets may arrive in any order. */
export const onTicketIssued = (repositories: Repositories): EventHandler =>
  handleEvent(ticketIssued, async ({ application_id, version, hall, at }) => {
    const { id } = await repositories.applications.getOutline(application_id);
    await repositories.applications.recordTicket(id, version, hall && { seat: hall, at: new Date(at) });
  });
