import { scaledTimeout } from '@archaka/test-kit/timeouts';
import { pickInstallation, readComponent } from '../environment/environment.ts';
import { FAILPOINTS, type KillOrder } from '../preload/kill-order.ts';
import { waitUntil } from '../watch/readiness.ts';
import type { Fault } from './fault.ts';
import { waitUntilBack } from './kill-component.ts';
import { sendSignal } from './send-signal.ts';

/** The services that commit, publish and consume events. */
const TARGET_SERVICES = ['svc-application', 'svc-payment', 'svc-ticket'] as const;
const MAX_PASSES = 3;
/** With many active applicants a service passes this often in time; with few the fault is repeated later. */
const PASS_TIMEOUT_MS = scaledTimeout(8_000);

/** A service that kills itself when it passes a boundary of its work with database or broker. */
const createFailpointKill = (failpoint: KillOrder['boundary']): Fault => ({
  name: `kill ${failpoint}`,
  async inject(environment, random) {
    const name = random.pickOne(TARGET_SERVICES);
    const installation = pickInstallation(environment, random);
    const { orders } = installation;
    const { pid } = await readComponent(installation, name);
    const isGone = () => !sendSignal(pid, 0);
    await orders.killAt(name, {
      boundary: failpoint,
      after: random.integerBetween(1, MAX_PASSES),
    });
    const isSignalled = sendSignal(pid, 'SIGUSR2');
    return async (end) => {
      await waitUntil(async () => isGone() || end.aborted, PASS_TIMEOUT_MS);
      const hasDied = isGone();
      const since = performance.now();
      if (hasDied) await waitUntilBack(environment, { installation, name, pid, since });
      else await orders.withdraw(name, pid);
      return isSignalled && hasDied;
    };
  },
});

export const failpointKills: readonly Fault[] = FAILPOINTS.map(createFailpointKill);
