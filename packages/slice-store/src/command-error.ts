/** What was asked for is refused, or cannot be done as things are; the message says why, for the one who asked. */
export class CommandError extends Error {
  override readonly name = 'HttpProblem';
}
