import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { COMPONENTS, type ComponentName } from '../environment/components.ts';
import { type ChaosEnvironment, readComponent } from '../environment/environment.ts';
import { isReady, waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { sendSignal } from './send-signal.ts';

const READY_MS = scaledTimeout(60_000);

/** Whether the part runs as another process than `pid`, and is ready. */
async function isBack(environment: ChaosEnvironment, name: ComponentName, pid: number): Promise<boolean> {
  const current = await readComponent(environment, name);
  return current.pid !== pid && (await isReady(current.port));
}

/** Waits until the part is ready in a new life, and measures from `since` how long that took. */
export async function waitUntilBack(
  environment: ChaosEnvironment,
  { name, pid, since }: { name: ComponentName; pid: number; since: number },
): Promise<void> {
  await waitUntil(() => isBack(environment, name, pid), READY_MS);
  environment.recoveries.record('service', name, since);
}

const createComponentKill = (name: ComponentName): Fault => ({
  name: `kill ${name}`,
  async inject(environment) {
    const { pid } = await readComponent(environment, name);
    const since = performance.now();
    // One that was just ending by itself was not killed.
    const wasKilled = sendSignal(pid, 'SIGKILL');
    return async () => {
      await waitUntilBack(environment, { name, pid, since });
      return wasKilled;
    };
  },
});

export const componentKills: readonly Fault[] = COMPONENTS.map(createComponentKill);
