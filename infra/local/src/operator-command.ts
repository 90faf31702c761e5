import { type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { type OperatorUse, withOperator } from '@archaka/service-kit/operators';
import { formatError } from './format-error.ts';
import { readSettings, type Settings } from './settings.ts';

interface WithSettings {
  readonly settings: Settings;
}

/** Runs a command that needs no operator. */
export const runLauncherCommand = <Options>(
  commandLine: CommandLine<Options>,
  command: (use: { readonly options: Options } & WithSettings) => Promise<number>,
): Promise<void> =>
  runCommandLine(
    commandLine,
    (options) => command({ options, settings: readSettings(process.env) }),
    formatError,
  );

/** The command identifies the operator. */
export const runOperatorCommand = <Options>(
  commandLine: CommandLine<Options>,
  command: (use: OperatorUse<Options> & WithSettings) => Promise<number>,
): Promise<void> =>
  runLauncherCommand(withOperator(commandLine), ({ options: use, settings }) =>
    command({ ...use, settings }),
  );
