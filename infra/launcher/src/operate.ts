import { join } from 'node:path';
import { handOver } from '../bootstrap/hand-over.mjs';
import { operatorEnvironment } from './operator-environment.ts';
import { readSettings, root } from './settings.ts';

const COULD_NOT = 2;

/** Runs a command of svc-payment, in the place and with the settings that svc-payment runs with. */
const [name = '', ...args] = process.argv.slice(2);
try {
  Object.assign(process.env, operatorEnvironment('svc-payment', readSettings([], process.env)));
  const program = join(root, 'svc-payment/src/commands', `${name}.ts`);
  handOver(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args]);
} catch (error) {
  console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = COULD_NOT;
}
