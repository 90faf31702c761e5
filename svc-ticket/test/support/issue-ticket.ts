import type { Database } from '@archaka/service-kit';
import type { Ticket, TicketRepository } from '../../src/persistence/ticket-repository.ts';

interface TicketStore {
  readonly db: Database;
  readonly tickets: TicketRepository;
}

/** The final steps of making a ticket. */
export async function issueTicket(
  { db, tickets }: TicketStore,
  ticket: Ticket & { readonly user_id: string },
): Promise<void> {
  const stored = await tickets.storeFiles(ticket);
  await db.transaction(() => tickets.issue(stored));
}
