import { redactCredentials } from '@archaka/contracts';
import { EngineFailed, EngineMissing } from '@archaka/engines';
import { CommandError, type CommandLine, runCommandLine } from '@archaka/service-kit/command-line';
import { type OperatorUse, withOperator } from '@archaka/service-kit/operators';
import { readSettings, type Settings } from './settings.ts';

const expectedErrors = [CommandError, EngineMissing, EngineFailed];

/** One sentence for errors that an operator can correct (system errors have a code), else the stack. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return redactCredentials(String(error));
  const isExpected = 'code' in error || expectedErrors.some((kind) => error instanceof kind);
  return redactCredentials(isExpected ? error.message : String(error.stack));
}

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
