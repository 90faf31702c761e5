import { everyService } from '@archaka/contracts';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import { createRotateCommandLine, type OperatorOptions } from '@archaka/service-kit/operators';
import { runOperatorCommand } from './operator-command.ts';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createIdentify } from './operators/identify-operator.ts';
import { runServiceCommands } from './operators/service-command.ts';
import { rotateServiceKeys } from './rotate-service-keys.ts';
import { findLastRun } from './run-file.ts';
import { replaceSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** The replaceable secrets, with the services whose commands do it; each has its own master keys. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'aadhaar-index': ['svc-application'],
  'account-index': ['svc-auth'],
  devices: ['svc-auth'],
  otp: ['svc-auth'],
  sessions: ['svc-auth'],
  tickets: ['svc-ticket'],
  staff: ['svc-desk'],
  master: ['svc-auth', 'svc-application', 'svc-ticket', 'svc-desk'],
};
const EVENTS = 'events';
const EVENT_DATA = 'event-data';

/** The output of a service's command. */
interface NextValue {
  readonly variable: string;
  readonly value: string;
  readonly todo: string;
}

await runOperatorCommand(
  createRotateCommandLine([...Object.keys(OWNERS), EVENTS, EVENT_DATA]),
  ({ given, options: which, settings }) => {
    if (which === EVENTS) return rotateServiceKeys(settings, createIdentify('rotate', { given, settings }));
    if (which === EVENT_DATA) return rotateEventData(settings, given);
    return rotate(which, OWNERS[which] ?? [], { given, settings }, (next, owner) =>
      storeNext(next, toSecretName(next.variable, owner), settings),
    );
  },
);

/** Runs a step of the services' own commands. */
function rotate(
  which: string,
  owners: readonly string[],
  { given, settings }: { given: OperatorOptions; settings: Settings },
  onNext: (next: NextValue, owner: string) => void,
): Promise<number> {
  const { dataDir, env } = settings;
  const isLocal = findLastRun(dataDir)?.mongoUrl !== undefined && !env.MONGO_URL;
  const onMessage = (message: unknown, owner: string) => onNext(message as NextValue, owner);
  return runServiceCommands(
    owners,
    {
      name: 'rotate',
      given,
      args: [which],
      settings,
      // Store and ring of event data are shared; every user of the broker may count messages.
      ...(which === EVENT_DATA && { component: 'svc-auth' }),
      ...(isLocal && { onMessage }),
    },
    (code) => which === EVENT_DATA && code !== 0,
  );
}

function storeNext({ value, todo }: NextValue, name: string, { dataDir }: Settings): void {
  replaceSecret(dataDir, name, value);
  console.log(todo);
}

/** The launcher's name of each service's secret. */
function toSecretName(variable: string, owner: string): string {
  return variable === 'MASTER_KEYS' ? `${owner.slice('svc-'.length).toUpperCase()}_${variable}` : variable;
}

/**
 * The next step in the rotation of the ring that all services share. Changes nothing unless all agree. One service may
 * start; all must be ready for the next step, checked twice: a service may send an event after another's check.
 */
async function rotateEventData(settings: Settings, given: OperatorOptions): Promise<number> {
  const ring =
    settings.env.EVENT_DATA_KEYS || createOperatorEnvironment('svc-auth', settings).EVENT_DATA_KEYS;
  const isFirst = parseKeyRing(ring ?? '').length === 1;
  let last: NextValue | undefined;
  const code = await rotate(
    EVENT_DATA,
    isFirst ? everyService.slice(0, 1) : [...everyService, ...everyService],
    { given, settings },
    (next) => {
      last = next;
    },
  );
  if (code === 0 && last) storeNext(last, last.variable, settings);
  return code;
}
