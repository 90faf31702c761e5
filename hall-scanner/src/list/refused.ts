/** Why a list is not taken; the words for each are in words.ts. */
export type Refusal =
  | 'not-a-zip'
  | 'no-list'
  | 'cut-short'
  | 'forged'
  | 'unknown-key'
  | 'not-a-list'
  | 'too-old'
  | 'older'
  | 'no-room';

/** The file is not taken; what was loaded before stays. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused';
  readonly why: Refusal;

  constructor(why: Refusal, cause?: unknown) {
    super(why, { cause });
    this.why = why;
  }
}
