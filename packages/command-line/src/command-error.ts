/** A failure that an operator can resolve: its message contains all they need. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
