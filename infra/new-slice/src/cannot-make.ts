/** Why nothing was made, in a sentence for people. */
export class CannotMake extends Error {
  override readonly name = 'CannotMake';
}
