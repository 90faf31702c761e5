/** Becomes this program where Node can do that; else runs it and passes signals and exit on. */
export function execProgram(command: string, args: string[]): void;
