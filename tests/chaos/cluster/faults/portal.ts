import { COMPONENTS, type ServiceName } from '@archaka/test-kit';
import { pickInstallation, readComponent } from '../../environment/environment.ts';
import type { Fault } from '../../faults/fault.ts';
import { sendSignal } from '../../faults/send-signal.ts';
import { waitUntilAllReady } from '../../faults/wait-until-all-ready.ts';
import { OWN_HOST, partition } from '../machines.ts';
import type { ClusterEnvironment } from '../start-cluster.ts';

const DURATION_MS = { min: 2000, max: 6000 };

const createPause = (name: ServiceName): Fault<ClusterEnvironment> => ({
  name: `pause ${name}`,
  durationMs: DURATION_MS,
  async inject(environment, random) {
    const { pid } = await readComponent(pickInstallation(environment, random), name);
    const isPaused = sendSignal(pid, 'SIGSTOP');
    return async () => {
      sendSignal(pid, 'SIGCONT');
      await waitUntilAllReady(environment);
      return isPaused;
    };
  },
});

/** Isolates a machine from stores, broker, provider and applicants; the other machine has to serve alone. */
export const cutOffMachine: Fault<ClusterEnvironment> = {
  name: 'isolate a machine of the portal',
  durationMs: DURATION_MS,
  async inject(environment, random) {
    const { portalMachines, mongoSites, disturbances } = environment;
    const machine = random.pickOne(portalMachines);
    const endDisturbance = disturbances.begin();
    await partition(
      [machine],
      mongoSites.map((site) => site.machine),
    );
    await machine.dropFrom([OWN_HOST]);
    return async () => {
      await Promise.all([machine, ...mongoSites.map((site) => site.machine)].map((each) => each.restore()));
      await waitUntilAllReady(environment);
      endDisturbance();
      return true;
    };
  },
};

export const componentPauses: readonly Fault<ClusterEnvironment>[] = COMPONENTS.map(createPause);
