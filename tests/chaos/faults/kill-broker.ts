import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { SERVICES } from '../environment/components.ts';
import { type ChaosEnvironment, readComponent } from '../environment/environment.ts';
import { isReady, waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';

const READY_MS = scaledTimeout(60_000);

/** How long a service takes until it is ready, unless it was killed meanwhile. */
async function measureRecovery(
  environment: ChaosEnvironment,
  name: (typeof SERVICES)[number],
): Promise<void> {
  const acceptedAt = performance.now();
  const { pid, port } = await readComponent(environment, name);
  await waitUntil(() => isReady(port), READY_MS);
  if ((await readComponent(environment, name)).pid === pid)
    environment.recoveries.record('broker', name, acceptedAt);
}

export const killBroker: Fault = {
  name: 'kill RabbitMQ',
  durationMs: { min: 500, max: 2500 },
  async inject(environment) {
    const endDisturbance = environment.disturbances.begin();
    await environment.broker.kill();
    return async () => {
      await environment.broker.start();
      await Promise.all(SERVICES.map((name) => measureRecovery(environment, name)));
      endDisturbance();
      return true;
    };
  },
};
