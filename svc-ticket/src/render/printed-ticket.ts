import type { LocalizedText } from '../domain/exam-labels.ts';
import type { TicketContent } from '../domain/ticket-content.ts';
import type { QrPath } from './qr.ts';

export interface PrintedTicket extends TicketContent {
  /** JPEG; undefined when the applicant's picture was unreadable. */
  readonly photo: Buffer | undefined;
  readonly code: QrPath;
  /** Marks a trial's ticket. */
  readonly mark?: Required<LocalizedText>;
}
