import { waitForTicket } from '@archaka/test-kit';
import { type JourneyContext, journey, type Walker } from './journey.ts';
import { phases } from './phases.ts';

/** Tickets come after those of all who are under way. */
export const TICKET_MS = 180_000;

/** Every stretch, from the first visit to the ticket. @throws what fails */
export async function goToTicket(walker: Walker, context: JourneyContext): Promise<void> {
  for (const phase of phases) {
    await journey[phase](walker, context);
    if (phase === 'pay') await waitForTicket(walker.session, String(walker.draft.application_id), TICKET_MS);
  }
}
