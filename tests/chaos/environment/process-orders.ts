import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { COMPONENTS, type ServiceName } from '@archaka/test-kit';
import { sendSignal } from '../faults/send-signal.ts';
import type { KillOrder } from '../preload/kill-order.ts';
import type { Random } from '../random.ts';

const PRELOAD = fileURLToPath(new URL('./component-preload.ts', import.meta.url));
const VARIABLES_FILE = 'variables.json';
const TEN_MINUTES_MS = 600_000;

/** Controls the processes of components beyond their public interfaces. */
export interface ProcessOrders {
  /** For the portal's environment variables. */
  readonly NODE_OPTIONS: string;
  /** Stores the kill order of a component, which takes effect at its next SIGUSR2. */
  killAt(component: ServiceName, order: KillOrder): Promise<void>;
  /** Removes the kill order and notifies the process. */
  withdraw(component: ServiceName, pid: number): Promise<void>;
}

/**
 * Creates the folder of orders with clock errors: at least one component is ten minutes ahead, one behind.
 * @param variables override the launcher's environment variables in every component
 */
export async function createProcessOrders(
  folder: string,
  random: Random,
  variables: Readonly<Record<string, string>> = {},
): Promise<ProcessOrders> {
  await mkdir(folder, { recursive: true });
  const writeOrder = (component: string, kind: string, order: string) =>
    writeFile(join(folder, `${component}.${kind}`), order);
  const [ahead, behind, ...others] = random.shuffle(COMPONENTS);
  const clockErrors = {
    [ahead as ServiceName]: TEN_MINUTES_MS,
    [behind as ServiceName]: -TEN_MINUTES_MS,
  };
  for (const component of others)
    clockErrors[component] = random.pickOne([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS]);
  for (const [component, ms] of Object.entries(clockErrors)) await writeOrder(component, 'clock', String(ms));

  await writeFile(join(folder, VARIABLES_FILE), JSON.stringify(variables));

  const preload = pathToFileURL(PRELOAD);
  preload.searchParams.set('orders', folder);
  return {
    NODE_OPTIONS: `--import=${preload}`,
    killAt: (component, order) => writeOrder(component, 'kill', JSON.stringify(order)),
    async withdraw(component, pid) {
      await rm(join(folder, `${component}.kill`), { force: true });
      sendSignal(pid, 'SIGUSR2');
    },
  };
}
