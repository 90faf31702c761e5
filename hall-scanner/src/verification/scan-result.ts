import type { TicketClaims } from '@archaka/contracts/calls';

type UnreadableCode = 'no-code' | 'not-ours' | 'several' | 'other-portal' | 'cut-short';

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
  /** Only claims that are verified. */
  readonly claims?: TicketClaims;
  /** From the centre's list only. */
  readonly name?: string;
  /** JPEG; null for a ticket without a photo. */
  readonly photo?: Uint8Array<ArrayBuffer> | null;
}
