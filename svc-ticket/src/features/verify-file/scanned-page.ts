/** A text as it stands in a PDF: its lines, without the space or the break between two of them. */
export type PrintedText = readonly string[];

/** What was found on one page of a file. */
export interface ScannedPage {
  /** From 1. */
  readonly page: number;
  /** What each QR code on it says. */
  readonly codes: readonly string[];
  /** Its texts in reading order; none on a scan. */
  readonly texts: readonly PrintedText[];
  /** SHA-256 of each picture on it as its bytes stand in the file, hexadecimal; undefined on a scan. */
  readonly pictures: readonly string[] | undefined;
}

/** Why nothing can be said about a file. */
export type ReadErrorReason =
  | 'missing'
  | 'too-large'
  | 'other-type'
  | 'encrypted'
  | 'broken'
  | 'too-slow'
  | 'no-code';

/** A file whose pages cannot be seen. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly reason: ReadErrorReason;

  constructor(reason: ReadErrorReason) {
    super(reason);
    this.reason = reason;
  }
}
