import { MongoClient } from 'mongodb';
import { sendSignal } from '../../../faults/send-signal.ts';
import { waitUntil } from '../../../watch/readiness.ts';
import type { MongoSite } from '../../engines.ts';
import { partition } from '../../machines.ts';
import type { ClusterEnvironment } from '../../start-cluster.ts';
import { RECOVERY_TIMEOUT_MS } from './measure-primary.ts';

/** As far as clocks of machines may be apart. */
export const TEN_MINUTES = 600;

export interface Strike {
  readonly environment: ClusterEnvironment;
  readonly site: MongoSite;
  readonly others: readonly MongoSite[];
}

/** Gives what ends it. */
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

/** The services still reach it, and it does not know yet that it is no primary any more. */
export async function isolateFromMembers({ environment, site: { machine }, others }: Strike) {
  await partition([machine], toMachines(others));
  return () => restoreNetwork(environment);
}

/** The services are on the side of the minority. */
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

async function restartWithClock({ member, clock }: MongoSite, seconds: number): Promise<void> {
  await member.kill();
  await clock.shift(seconds);
  await member.start();
}

/** Makes it primary as soon as it has caught up with the others. */
async function stepUp({ member: { address } }: MongoSite): Promise<void> {
  const client = new MongoClient(`mongodb://${address}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    await waitUntil(
      () =>
        admin.command({ replSetStepUp: 1 }).then(
          () => true,
          () => false,
        ),
      RECOVERY_TIMEOUT_MS,
    );
  } finally {
    await client.close();
  }
}

/** It is wrong from the member's start: a calendar that jumps while mongod runs holds its timers up as long. */
export const shiftClock =
  (seconds: number) =>
  async ({ environment, site }: Strike) => {
    await restartWithClock(site, seconds);
    await environment.mongo.replicaSet.waitUntilHealthy();
    await stepUp(site);
    return () => restartWithClock(site, 0);
  };
