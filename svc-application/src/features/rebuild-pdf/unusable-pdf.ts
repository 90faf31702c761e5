/** Why a PDF cannot be rebuilt. */
export type UnusableReason = 'broken' | 'locked' | 'too-many-pages' | 'too-complex' | 'too-large';

/** The PDF is to blame, not the program that reads it. */
export class UnusablePdf extends Error {
  override readonly name = 'UnusablePdf';
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason) {
    super(reason);
    this.reason = reason;
  }
}
