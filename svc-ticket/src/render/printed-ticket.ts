import type { LocalizedText } from '../domain/exam-labels.ts';
import type { TicketContent } from '../domain/ticket-content.ts';
import type { QrPath } from './qr.ts';

interface SheetContent extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
}

export interface PrintedTicket extends SheetContent {
  readonly code: QrPath;
  readonly mark?: Required<LocalizedText>;
}

/** Has no code, so that a preview can never pass for a ticket. */
export interface PreviewedTicket extends SheetContent {
  readonly mark: Required<LocalizedText>;
}
