import { waitForTicket } from '@archaka/test-kit';
import { type JourneyContext, journey, type Walker } from './journey.ts';
import { phases } from './phases.ts';

/** Tickets wait for those of all concurrent applicants. */
export const TICKET_MS = 180_000;

/** Runs every phase, from the first visit to the ticket. @throws Error when a step fails */
export async function goToTicket(walker: Walker, context: JourneyContext): Promise<void> {
  for (const phase of phases) {
    await journey[phase](walker, context);
    if (phase === 'pay') await waitForTicket(walker.session, String(walker.draft.application_id), TICKET_MS);
  }
}
