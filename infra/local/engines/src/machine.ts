/** Where an engine runs. */
export interface Machine {
  /** IPv4 address that it listens on and is reached at. */
  readonly host: string;
  /** What a command line begins with so that it runs there; it becomes that command, under the same pid. */
  readonly prefix: readonly string[];
}

export const thisMachine: Machine = { host: '127.0.0.1', prefix: [] };

/** The command line of a process of this machine, as an argument of `startChild`. */
export function onMachine(
  { prefix }: Machine,
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  const [program = command, ...others] = [...prefix, command];
  return { command: program, args: [...others, ...args] };
}
