import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { SERVICES } from '../stage/parts.ts';
import { partOf, type Stage } from '../stage/stage.ts';
import { isReady, untilSo } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';

const READY_MS = scaledTimeout(60_000);

/** How long a service takes until it is ready, unless it was killed meanwhile. */
async function measureFromNow(stage: Stage, name: (typeof SERVICES)[number]): Promise<void> {
  const accepted = performance.now();
  const { pid, port } = await partOf(stage, name);
  await untilSo(() => isReady(port), READY_MS);
  if ((await partOf(stage, name)).pid === pid) stage.recoveries.note('broker', name, accepted);
}

export const killBroker: Fault = {
  name: 'kill RabbitMQ',
  lastsMs: { least: 500, most: 2500 },
  async strike(stage) {
    const over = stage.disturbances.begin();
    await stage.broker.kill();
    return async () => {
      await stage.broker.start();
      await Promise.all(SERVICES.map((name) => measureFromNow(stage, name)));
      over();
      return true;
    };
  },
};
