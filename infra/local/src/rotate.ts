import { createRotateCommandLine } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createIdentify } from './operators/identify-operator.ts';
import { createOperatorVariables, createReasonArguments } from './operators/service-command.ts';
import { EVENT_DATA, rotateEventData } from './rotate-event-data.ts';
import { rotateServiceKeys } from './rotate-service-keys.ts';
import { runRotationCommand } from './rotation-command.ts';
import { replaceSecret } from './secrets.ts';

/** The replaceable secrets, with the service whose command does it. */
const OWNERS: Readonly<Record<string, string>> = {
  'aadhaar-index': 'svc-application',
  'account-index': 'svc-auth',
  devices: 'svc-auth',
  otp: 'svc-auth',
  sessions: 'svc-auth',
  tickets: 'svc-ticket',
};
const EVENTS = 'events';
const MASTER = 'master';
/** Each has its own master keys. */
const MASTER_OWNERS = ['svc-auth', 'svc-application', 'svc-ticket'];

const commandLine = createRotateCommandLine([...Object.keys(OWNERS), EVENTS, EVENT_DATA, MASTER]);

await runOperatorCommand(commandLine, async ({ given, options: which, settings }) => {
  if (which === EVENTS) return rotateServiceKeys(settings, createIdentify('rotate', { given, settings }));
  if (which === EVENT_DATA) return rotateEventData(settings, given);
  const owners = findOwners(which);
  const environments = owners.map((owner) => createOperatorEnvironment(owner, settings));
  const operator = await createOperatorVariables(given, settings);
  const rotation = [which, ...(await createReasonArguments(given))];
  let worst = 0;
  for (const [index, owner] of owners.entries()) {
    const variables = { ...environments[index], ...operator };
    const run = { args: rotation, variables, settings };
    const { code, next } = await runRotationCommand(owner, run);
    if (next) {
      replaceSecret(settings.dataDir, toSecretName(next.variable, owner), next.value);
      console.log(next.todo);
    }
    worst = Math.max(worst, code);
  }
  return worst;
});

function findOwners(which: string): readonly string[] {
  if (which === MASTER) return MASTER_OWNERS;
  const owner = Object.hasOwn(OWNERS, which) ? OWNERS[which] : undefined;
  return owner === undefined ? [] : [owner];
}

/** The launcher's name of each service's secret. */
function toSecretName(variable: string, owner: string): string {
  return variable === 'MASTER_KEYS' ? `${owner.slice('svc-'.length).toUpperCase()}_${variable}` : variable;
}
