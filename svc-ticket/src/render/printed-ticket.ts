import type { TicketContent } from '../domain/ticket-content.ts';
import type { CodePath } from './qr.ts';

/** Everything that is on one ticket. */
export interface PrintedTicket extends TicketContent {
  /** A JPEG; undefined when the applicant's photo could not be read. */
  readonly photo: Buffer | undefined;
  readonly code: CodePath;
}
