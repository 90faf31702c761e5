import { join } from 'node:path';
import { findOrInstallChromium } from '@archaka/engines';
import { splitOperatorArguments } from '@archaka/operators';
import { execProgram } from '../bootstrap/exec.mjs';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createLocalVariables } from './operators/service-command.ts';
import { readSettings, root } from './settings.ts';

const EXIT_COMMAND_ERROR = 2;

/** Runs a command of a service, in the folder and with the settings of the service. */
const [service = '', name = '', ...args] = process.argv.slice(2);
try {
  const settings = readSettings([], process.env);
  const variables = createOperatorEnvironment(service, settings);
  const { given } = splitOperatorArguments(args);
  Object.assign(process.env, variables, await createLocalVariables(given, settings));
  if (process.env.CHROMIUM_PATH === '') process.env.CHROMIUM_PATH = await findOrInstallChromium();
  const program = join(root, service, 'src/commands', `${name}.ts`);
  execProgram(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args]);
} catch (error) {
  console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = EXIT_COMMAND_ERROR;
}
