/** Why a PDF cannot be rebuilt. */
export type Unfitness = 'broken' | 'locked' | 'too-many-pages' | 'too-complex' | 'too-large';

/** The PDF is to blame, not the program that reads it. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly reason: Unfitness;

  constructor(reason: Unfitness) {
    super(reason);
    this.reason = reason;
  }
}
