import type { Words } from '../domain/exam-words.ts';
import type { TicketContent } from '../domain/ticket-content.ts';
import type { CodePath } from './qr.ts';

interface Sheet extends TicketContent {
  /** A JPEG; undefined when the applicant's photo could not be read. */
  readonly photo: Buffer | undefined;
}

/** Everything that is on one ticket. */
export interface PrintedTicket extends Sheet {
  readonly code: CodePath;
  /** What lies across the ticket of a trial. */
  readonly mark?: Required<Words>;
}

/** Everything that is on a preview: no code, so that it can never pass for a ticket, and a mark that says so. */
export interface PreviewedTicket extends Sheet {
  readonly mark: Required<Words>;
}
