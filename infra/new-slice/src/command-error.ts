/** Why nothing was made, in a sentence for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
