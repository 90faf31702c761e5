export { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
export { CommandError } from './command-error.ts';
export { createFolder } from './create-folder.ts';
export { exitCodes } from './exit-codes.ts';
export { type CommandLine, CommandLineAnswered, parseCommandLine } from './parse-command-line.ts';
export { describeError, runCommandLine } from './run-command-line.ts';
