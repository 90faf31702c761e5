/** A failure that an operator can do something about: its message is all they need to see. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
