import { services } from '@archaka/contracts';
import { parseKeyRing } from '@archaka/contracts/key-ring';
import type { OperatorOptions } from '@archaka/service-kit/operators';
import { createOperatorEnvironment } from './operator-environment.ts';
import { createOperatorVariables, createReasonArguments } from './operators/service-command.ts';
import { type NextValue, runRotationCommand } from './rotation-command.ts';
import { replaceSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

export const EVENT_DATA = 'event-data';

const OWNERS = services.map((service) => `svc-${service}`);

/** One service may start; all must be ready for the next step. Checked twice: a service may send an event after another's check. */
const chooseOwners = (ring: string): readonly string[] =>
  parseKeyRing(ring).length === 1 ? OWNERS.slice(0, 1) : [...OWNERS, ...OWNERS];

/** The next step in the rotation of the shared ring. Changes nothing unless all services agree. */
export async function rotateEventData(settings: Settings, given: OperatorOptions): Promise<number> {
  // Store and ring are shared; every user of the broker may count messages.
  const environment = createOperatorEnvironment('svc-auth', settings);
  const ring = settings.env.EVENT_DATA_KEYS || environment.EVENT_DATA_KEYS;
  const variables = { ...environment, ...(await createOperatorVariables(given, settings)) };
  const args = [EVENT_DATA, ...(await createReasonArguments(given))];
  let last: NextValue | undefined;
  for (const owner of chooseOwners(ring ?? '')) {
    const run = { args, variables, settings };
    const { code, next } = await runRotationCommand(owner, run);
    if (code !== 0) return code;
    last = next;
  }
  if (last) {
    replaceSecret(settings.dataDir, last.variable, last.value);
    console.log(last.todo);
  }
  return 0;
}
