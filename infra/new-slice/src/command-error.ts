/** Why no slice was made, in a sentence for the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
