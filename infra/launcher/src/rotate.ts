import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommandError, splitOperatorArguments } from '@archaka/operators';
import { runOperatorCommand } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createIdentify } from './operators/identify-operator.ts';
import { createOperatorVariables, createReasonArguments } from './operators/service-command.ts';
import { rotateServiceKeys } from './rotate-service-keys.ts';
import { findLastRun } from './run-file.ts';
import { replaceSecret } from './secrets.ts';
import { root, type Settings } from './settings.ts';

/** What can be replaced, and whose command does it. */
const OWNERS: Readonly<Record<string, string>> = {
  aadhaar: 'svc-application',
  'aadhaar-index': 'svc-application',
  'account-index': 'svc-auth',
  devices: 'svc-auth',
  otp: 'svc-auth',
  sessions: 'svc-auth',
  tickets: 'svc-ticket',
};
const EVENTS = 'events';
const MASTER = 'master';
/** Each has master keys of its own. */
const MASTER_OWNERS = ['svc-auth', 'svc-application', 'svc-ticket'];

/** As a service's command hands it over. */
interface NextValue {
  readonly variable: string;
  readonly value: string;
  readonly todo: string;
}

await runOperatorCommand('rotate', async (allArgs, settings) => {
  const { given, args } = splitOperatorArguments(allArgs);
  const [which = '', ...more] = args;
  if (which === EVENTS && more.length === 0)
    return rotateServiceKeys(settings, createIdentify('rotate', { given, settings }));
  const owners = more.length === 0 ? findOwners(which) : [];
  if (owners.length === 0)
    throw new CommandError(`Say which: ${[...Object.keys(OWNERS), EVENTS, MASTER].join(', ')}.`);
  const environments = owners.map((owner) => createOperatorEnvironment(owner, settings));
  const operator = await createOperatorVariables(given, settings);
  const rotation = [which, ...(await createReasonArguments(given))];
  let worst = 0;
  for (const [index, owner] of owners.entries()) {
    const variables = { ...environments[index], ...operator };
    worst = Math.max(worst, await runServiceCommand(owner, { args: rotation, variables, settings }));
  }
  return worst;
});

function findOwners(which: string): readonly string[] {
  if (which === MASTER) return MASTER_OWNERS;
  const owner = Object.hasOwn(OWNERS, which) ? OWNERS[which] : undefined;
  return owner === undefined ? [] : [owner];
}

/** The launcher has the secret of each service under a name of its own. */
function toSecretName(variable: string, owner: string): string {
  return variable === 'MASTER_KEYS' ? `${owner.slice('svc-'.length).toUpperCase()}_${variable}` : variable;
}

interface RotationRun {
  readonly args: string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly settings: Settings;
}

/** Runs the service's own command; in the portal of a data folder the next value is written into its secrets. */
async function runServiceCommand(owner: string, { args, variables, settings }: RotationRun): Promise<number> {
  const { dataDir, env } = settings;
  const isLocal = findLastRun(dataDir)?.mongoUrl !== undefined && !env.MONGO_URL;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, owner, 'src/commands/rotate.ts'), ...args],
    {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'inherit', 'inherit', ...(isLocal ? (['ipc'] as const) : [])],
    },
  );
  child.on('message', (message) => {
    const { variable, value, todo } = message as NextValue;
    replaceSecret(dataDir, toSecretName(variable, owner), value);
    console.log(todo);
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
