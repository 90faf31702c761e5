/** A failure that people can do something about: its message is all they need to see. */
export class CommandError extends Error {
  override name = 'Sentence';
}
