import type { LocalizedText } from '../domain/exam-labels.ts';
import type { TicketContent } from '../domain/ticket-content.ts';
import type { QrPath } from './qr.ts';

interface SheetContent extends TicketContent {
  /** A JPEG; undefined when the applicant's photo could not be read. */
  readonly photo: Buffer | undefined;
}

/** Everything that is on one ticket. */
export interface PrintedTicket extends SheetContent {
  readonly code: QrPath;
  /** What lies across the ticket of a trial. */
  readonly mark?: Required<LocalizedText>;
}

/** Everything that is on a preview: no code, so that it can never pass for a ticket, and a mark that says so. */
export interface PreviewedTicket extends SheetContent {
  readonly mark: Required<LocalizedText>;
}
