import { SERVICES } from '@archaka/test-kit';
import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { type ChaosEnvironment, type Installation, readComponent } from '../environment/environment.ts';
import { findNotReadyReason, isReady, waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';

const READY_MS = scaledTimeout(60_000);

type Service = (typeof SERVICES)[number];

/** The process of a service; undefined unless it is ready. */
async function findReadyProcess(installation: Installation, name: Service): Promise<number | undefined> {
  const { pid, address } = await readComponent(installation, name);
  return (await isReady(address)) ? pid : undefined;
}

interface ServiceBefore {
  readonly installation: Installation;
  readonly name: Service;
  readonly pidBefore: number | undefined;
}

/** Measures the time until a service is ready again, unless it was not ready before or was killed meanwhile. */
async function measureRecovery(
  { recoveries }: ChaosEnvironment,
  { installation, name, pidBefore }: ServiceBefore,
): Promise<void> {
  const acceptedAt = performance.now();
  const { address } = await readComponent(installation, name);
  let lastReason: string | undefined;
  await waitUntil(async () => {
    const reason = await findNotReadyReason(address);
    lastReason = reason ?? lastReason;
    return reason === undefined;
  }, READY_MS);
  if ((await readComponent(installation, name)).pid === pidBefore)
    recoveries.record('broker', name, acceptedAt, lastReason);
}

export const killBroker: Fault<ChaosEnvironment> = {
  name: 'kill RabbitMQ',
  durationMs: { min: 500, max: 2500 },
  async inject(environment) {
    const before = await Promise.all(
      environment.installations.flatMap((installation) =>
        SERVICES.map(async (name) => ({
          ...{ installation, name },
          pidBefore: await findReadyProcess(installation, name),
        })),
      ),
    );
    const endDisturbance = environment.disturbances.begin();
    await environment.broker.kill();
    return async () => {
      await environment.broker.start();
      await Promise.all(before.map((service) => measureRecovery(environment, service)));
      endDisturbance();
      return true;
    };
  },
};
