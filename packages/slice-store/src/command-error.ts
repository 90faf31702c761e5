export class CommandError extends Error {
  override readonly name = 'HttpProblem';
}
