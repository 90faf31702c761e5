export type InvalidListReason =
  | 'not-a-zip'
  | 'no-list'
  | 'cut-short'
  | 'forged'
  | 'unknown-key'
  | 'not-a-list'
  | 'too-old'
  | 'older'
  | 'no-room';

/** The stored list stays unchanged. */
export class InvalidList extends Error {
  override readonly name = 'InvalidList';
  readonly reason: InvalidListReason;

  constructor(reason: InvalidListReason, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}
