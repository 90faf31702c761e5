import { ticketIssued } from '@archaka/contracts';
import { on, type Taken } from '@archaka/service-kit';
import type { Stores } from '../store/stores.ts';
import { getApplication } from './get-application.ts';

/** The newest ticket's version; tickets may be reported in any order. */
export const takeTicketIssued = (stores: Stores): Taken =>
  on(ticketIssued, async ({ application_id, version }) => {
    const { id } = await getApplication(stores, application_id);
    await stores.applications.raiseTicketVersion(id, version);
  });
