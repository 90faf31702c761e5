import type { TicketClaims } from '@archaka/contracts';

/** What the code alone says when it cannot be a ticket of this portal. */
export type UnreadableCode = 'no-code' | 'not-ours' | 'several' | 'other-portal' | 'cut-short';

/** Everything the scanner can find; the words for each are in words.ts. */
export type ScanState =
  | UnreadableCode
  | 'not-genuine'
  | 'unknown-key'
  | 'genuine-when-issued'
  | 'current'
  | 'current-in-list'
  | 'superseded'
  | 'other-centre'
  | 'other-examination'
  | 'not-listed'
  | 'newer-than-list'
  | 'name-differs'
  | 'photo-differs';

export interface ScanResult {
  readonly state: ScanState;
  /** What the ticket says of itself, where that can be believed. */
  readonly claims?: TicketClaims;
  /** The applicant's name, from the centre's list alone. */
  readonly name?: string;
  /** To compare with the person; null where the ticket has none. */
  readonly photo?: Uint8Array<ArrayBuffer> | null;
}
