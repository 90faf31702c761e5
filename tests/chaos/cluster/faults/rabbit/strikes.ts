import { sendSignal } from '../../../faults/send-signal.ts';
import type { RabbitSite } from '../../engines.ts';
import { OWN_HOST, partition } from '../../machines.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';
import { startNode } from './nodes.ts';

export interface Strike {
  readonly environment: ClusterEnvironment;
  readonly site: RabbitSite;
  readonly others: readonly RabbitSite[];
}

/** Injects a fault and returns a function that ends it. */
export type StrikeAction = (strike: Strike) => Promise<() => Promise<unknown>>;

const toMachines = (sites: readonly RabbitSite[]) => sites.map(({ machine }) => machine);

const restoreNetwork = async ({ rabbitSites }: ClusterEnvironment) =>
  Promise.all(toMachines(rabbitSites).map((machine) => machine.restore()));

export async function kill({ environment: { report }, site: { node } }: Strike) {
  await node.kill();
  return () => startNode(node, report);
}

export async function pauseProcess({ site: { node } }: Strike) {
  sendSignal(node.pid, 'SIGSTOP');
  return async () => sendSignal(node.pid, 'SIGCONT');
}

/** Isolates the node from the other nodes and, by the balancers' address, from the services. */
export async function isolate({ environment, site: { machine }, others }: Strike) {
  await partition([machine], toMachines(others));
  await machine.dropFrom([OWN_HOST]);
  return () => restoreNetwork(environment);
}

/** Services that are connected to the node remain connected. */
export async function isolateFromNodes({ environment, site: { machine }, others }: Strike) {
  await partition([machine], toMachines(others));
  return () => restoreNetwork(environment);
}

export async function deafen({ environment, site: { machine }, others }: Strike) {
  await machine.dropFrom(toMachines(others).map(({ host }) => host));
  return () => restoreNetwork(environment);
}

export async function slowDisk({ site: { disk } }: Strike) {
  await disk.slowDown();
  return () => disk.restore();
}
