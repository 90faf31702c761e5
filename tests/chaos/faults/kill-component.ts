import { COMPONENTS, type ServiceName } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import {
  type Environment,
  type Installation,
  pickInstallation,
  readComponent,
} from '../environment/environment.ts';
import { isReady, waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { sendSignal } from './send-signal.ts';

const READY_MS = scaledTimeout(60_000);

/** Whether the component runs as another process than `pid` and is ready. */
async function isBack(installation: Installation, name: ServiceName, pid: number): Promise<boolean> {
  const current = await readComponent(installation, name);
  return current.pid !== pid && (await isReady(current.address));
}

interface KilledComponent {
  readonly installation: Installation;
  readonly name: ServiceName;
  readonly pid: number;
  readonly since: number;
}

/** Waits until the component is ready in a new process, and records the time from `since`. */
export async function waitUntilBack(
  { recoveries }: Environment,
  { installation, name, pid, since }: KilledComponent,
): Promise<void> {
  await waitUntil(() => isBack(installation, name, pid), READY_MS);
  recoveries.record('service', `${name}${installation.label}`, since);
}

const createComponentKill = (name: ServiceName): Fault => ({
  name: `kill ${name}`,
  async inject(environment, random) {
    const installation = pickInstallation(environment, random);
    const { pid } = await readComponent(installation, name);
    const since = performance.now();
    // False when the process had already ended.
    const wasKilled = sendSignal(pid, 'SIGKILL');
    return async () => {
      await waitUntilBack(environment, { installation, name, pid, since });
      return wasKilled;
    };
  },
});

export const componentKills: readonly Fault[] = COMPONENTS.map(createComponentKill);
