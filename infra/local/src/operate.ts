import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import {
  type CommandLine,
  CommandLineAnswered,
  exitCodes,
  parseCommandLine,
} from '@archaka/service-kit/command-line';
import { withOperator } from '@archaka/service-kit/operators';
import { execProgram } from '../bootstrap/exec.mjs';
import { formatError } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createLocalVariables } from './operators/service-command.ts';
import { readSettings, root } from './settings.ts';

/** Runs a command of a service, in the folder and with the settings of the service. */
const [service = '', name = '', ...args] = process.argv.slice(2);
const commands = join(root, service, 'src/commands');
try {
  const { commandLine }: { commandLine: CommandLine<unknown> } = await import(
    join(commands, 'command-lines', `${name}.ts`)
  );
  // Help and wrong use need no portal.
  const { given } = parseCommandLine(withOperator(commandLine), args);
  const settings = readSettings(process.env);
  const variables = createOperatorEnvironment(service, settings);
  Object.assign(process.env, variables, await createLocalVariables(given, settings));
  if (process.env.CHROMIUM_PATH === '') process.env.CHROMIUM_PATH = await findOrInstallChromium();
  const program = join(commands, `${name}.ts`);
  execProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args]);
} catch (error) {
  if (!(error instanceof CommandLineAnswered)) console.error(`${name}: ${formatError(error)}`);
  process.exitCode = error instanceof CommandLineAnswered ? error.exitCode : exitCodes.failure;
}
