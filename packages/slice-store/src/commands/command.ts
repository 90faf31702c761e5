import { CommandError } from '@archaka/command-line';
import { publish as putIntoStore } from '../build/publish.ts';
import { verifyStore } from '../registry/verify-store.ts';
import { signDeployed } from '../signature/signature.ts';
import { build, getDistFolder } from './build.ts';
import { createChangeCommand } from './change.ts';
import { checkShell } from './check-shell.ts';
import { findSigningKey, openStoreFromEnv } from './environment.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { type CommandOptions, getSliceName, parseOptions, USAGE } from './options.ts';

async function verify(options: CommandOptions): Promise<number> {
  const slice = options.name === undefined ? undefined : getSliceName(options);
  const { faults, builds } = await verifyStore(await openStoreFromEnv(process.env), slice);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  console.log(`The log and the ${builds.length} builds it names are as they were published.`);
  return 0;
}

/** For existing builds, before a shell gets its trusted keys. */
async function sign(): Promise<number> {
  const key = findSigningKey(process.env);
  if (!key)
    throw new CommandError('SLICE_KEY must contain the signing key: create one with slice keys make <file>.');
  const builds = await signDeployed(await openStoreFromEnv(process.env), key);
  for (const { name, version } of builds) console.log(`${name} ${version} is signed by ${key.kid}.`);
  return 0;
}

async function publish(options: CommandOptions): Promise<number> {
  const name = getSliceName(options);
  const store = await openStoreFromEnv(process.env);
  const key = findSigningKey(process.env);
  const version = await putIntoStore({ store, name, dist: getDistFolder(options), key });
  console.log(`${name} ${version} is published${key ? `, signed by ${key.kid}` : ''}.`);
  return 0;
}

const EXIT_COMMAND_ERROR = 2;

const commands: Readonly<Record<string, (options: CommandOptions) => Promise<number>>> = {
  build,
  publish,
  deploy: createChangeCommand('deploy'),
  canary: createChangeCommand('canary'),
  promote: createChangeCommand('promote'),
  rollback: createChangeCommand('rollback'),
  list,
  verify,
  keys,
  sign,
  'check-shell': checkShell,
};

/** @returns the exit code: 0 done, 1 rejected or found wrong, 2 not possible */
export async function runSliceCommand(args: string[]): Promise<number> {
  try {
    const options = parseOptions(args);
    const run = Object.hasOwn(commands, options.verb) ? commands[options.verb] : undefined;
    if (!run) throw new CommandError(USAGE);
    return await run(options);
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof CommandError ? message : `Failed: ${message}`);
    return error instanceof CommandError ? 1 : EXIT_COMMAND_ERROR;
  }
}
