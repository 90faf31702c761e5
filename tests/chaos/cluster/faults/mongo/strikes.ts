import { sendSignal } from '../../../faults/send-signal.ts';
import type { MongoSite } from '../../engines.ts';
import { partition } from '../../machines.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';

export interface Strike {
  readonly environment: ClusterEnvironment;
  readonly site: MongoSite;
  readonly others: readonly MongoSite[];
}

/** Injects a fault and returns a function that ends it. */
export type StrikeAction = (strike: Strike) => Promise<() => Promise<unknown>>;

const toMachines = (sites: readonly MongoSite[]) => sites.map(({ machine }) => machine);

async function restoreNetwork({ mongoSites, portalMachines }: ClusterEnvironment): Promise<void> {
  await Promise.all([...toMachines(mongoSites), ...portalMachines].map((machine) => machine.restore()));
}

export async function kill({ site: { member } }: Strike) {
  await member.kill();
  return () => member.start();
}

export async function pauseProcess({ site: { member } }: Strike) {
  sendSignal(member.pid, 'SIGSTOP');
  return async () => sendSignal(member.pid, 'SIGCONT');
}

export async function isolate({ environment, site: { machine }, others }: Strike) {
  await partition([machine], [...toMachines(others), ...environment.portalMachines]);
  return () => restoreNetwork(environment);
}

/** The services still reach the member, which does not know yet that it is no longer primary. */
export async function isolateFromMembers({ environment, site: { machine }, others }: Strike) {
  await partition([machine], toMachines(others));
  return () => restoreNetwork(environment);
}

/** The services are in the minority's partition. */
export async function isolateWithServices({ environment, site: { machine }, others }: Strike) {
  await partition([machine, ...environment.portalMachines], toMachines(others));
  return () => restoreNetwork(environment);
}

export async function deafen({ environment, site: { machine }, others }: Strike) {
  await machine.dropFrom(toMachines(others).map(({ host }) => host));
  return () => restoreNetwork(environment);
}

export async function mute({ environment, site: { machine }, others }: Strike) {
  await Promise.all(toMachines(others).map((other) => other.dropFrom([machine.host])));
  return () => restoreNetwork(environment);
}

export async function slowDisk({ site: { disk } }: Strike) {
  await disk.slowDown();
  return () => disk.restore();
}
