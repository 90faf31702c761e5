export type UnusableReason =
  | 'wrong-type'
  | 'broken'
  | 'too-complex'
  | 'too-large'
  | 'too-small'
  | 'too-many-pixels'
  | 'locked'
  | 'too-many-pages'
  | 'page-size'
  | 'font-missing'
  | 'picture-missing';

/** A fault of the file, not of the program. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
  readonly reason: UnusableReason;

  constructor(reason: UnusableReason) {
    super(reason);
    this.reason = reason;
  }
}
