/** Lines of a text, without the space or break between them. */
export type PrintedText = readonly string[];

export interface ScannedPage {
  /** From 1. */
  readonly page: number;
  readonly codes: readonly string[];
  /** In reading order; empty for a picture. */
  readonly texts: readonly PrintedText[];
  /** Hexadecimal SHA-256 of each embedded picture's bytes; undefined for a picture file. */
  readonly pictures: readonly string[] | undefined;
}

export type ReadErrorReason =
  | 'missing'
  | 'too-large'
  | 'other-type'
  | 'encrypted'
  | 'broken'
  | 'too-slow'
  | 'no-code';

export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: ReadErrorReason;

  constructor(reason: ReadErrorReason) {
    super(reason);
    this.reason = reason;
  }
}
