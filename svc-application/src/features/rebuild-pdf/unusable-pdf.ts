export type UnusableReason = 'broken' | 'locked' | 'too-many-pages' | 'too-complex' | 'too-large';

/** Signals a fault of the file, not of the program. */
export class UnusablePdf extends Error {
  override readonly name = 'UnusablePdf';
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason) {
    super(reason);
    this.reason = reason;
  }
}
