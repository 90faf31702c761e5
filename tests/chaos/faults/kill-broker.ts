import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { SERVICES } from '../environment/components.ts';
import { type ChaosEnvironment, readComponent } from '../environment/environment.ts';
import { findNotReadyReason, isReady, waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';

const READY_MS = scaledTimeout(60_000);

type Service = (typeof SERVICES)[number];

/** The process of a service; undefined unless it is ready. */
async function findReadyProcess(environment: ChaosEnvironment, name: Service): Promise<number | undefined> {
  const { pid, port } = await readComponent(environment, name);
  return (await isReady(port)) ? pid : undefined;
}

/** How long a service that was ready before takes until it is ready, unless it was killed meanwhile. */
async function measureRecovery(
  environment: ChaosEnvironment,
  name: Service,
  pidBefore: number | undefined,
): Promise<void> {
  const acceptedAt = performance.now();
  const { port } = await readComponent(environment, name);
  let lastReason: string | undefined;
  await waitUntil(async () => {
    const reason = await findNotReadyReason(port);
    lastReason = reason ?? lastReason;
    return reason === undefined;
  }, READY_MS);
  if ((await readComponent(environment, name)).pid === pidBefore)
    environment.recoveries.record('broker', name, acceptedAt, lastReason);
}

export const killBroker: Fault = {
  name: 'kill RabbitMQ',
  durationMs: { min: 500, max: 2500 },
  async inject(environment) {
    const pidsBefore = await Promise.all(SERVICES.map((name) => findReadyProcess(environment, name)));
    const endDisturbance = environment.disturbances.begin();
    await environment.broker.kill();
    return async () => {
      await environment.broker.start();
      await Promise.all(SERVICES.map((name, index) => measureRecovery(environment, name, pidsBefore[index])));
      endDisturbance();
      return true;
    };
  },
};
