import { resolve } from 'node:path';
import type { EngineLog } from '../engine.ts';
import { type Machine, thisMachine } from '../machine.ts';
import { type Member, startMember } from './member.ts';
import { waitForPrimary, waitUntilHealthy } from './primary.ts';
import { runAdminCommand } from './run-admin-command.ts';

/** A lost primary is noticed after `election`, by its silence for some `heartbeats`. */
const intervalMs = { election: 2000, heartbeats: 500 };
const stepDownSeconds = 10;

interface ReplicaSetOptions {
  mongod: string;
  /** A new folder; each member's data is a folder in it. */
  dataDir: string;
  members: readonly {
    /** A free one of its machine. */
    port: number;
    /** Default: this one. */
    machine?: Machine;
    /** Default: a folder of its own in `dataDir`. */
    dataDir?: string;
    /** `host:port` by which clients and the other members reach it, such as a proxy's; default: its own. */
    advertised?: string;
  }[];
  log?: EngineLog;
}

/** A replica set whose members can be killed one by one; made for tests of faults. */
export interface ReplicaSet {
  /** Names every member by its advertised address. */
  readonly url: string;
  readonly members: readonly Member[];
  /**
   * Waits until there is a primary, other than this member if one is given.
   * @returns its place among the members
   * @throws Error after 60 s without one
   */
  waitForPrimary(except?: Member): Promise<number>;
  /** Waits until every member is primary or secondary. @throws Error after 60 s */
  waitUntilHealthy(): Promise<void>;
  /** Makes the primary give up its office, for 10 s at least; another takes over in a moment. */
  stepDown(): Promise<void>;
  /** Ends all members at once (SIGKILL): nobody reads their data any more. */
  stop(): Promise<void>;
}

/**
 * Starts the members, makes them a replica set `rs0` and waits until it is whole.
 * @throws EngineFailed when a member does not start
 */
export async function startReplicaSet(options: ReplicaSetOptions): Promise<ReplicaSet> {
  const started = await startMembers(options);
  const members = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  // In order it would take fifteen seconds: each waits for others that might take over.
  const stop = async () => void (await Promise.all(members.map((member) => member.kill())));
  const hosts = options.members.map(
    ({ port, advertised, machine = thisMachine }) => advertised ?? `${machine.host}:${port}`,
  );
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    await initiate(members[0] as Member, hosts);
    await waitUntilHealthy(members);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `mongodb://${hosts.join(',')}/?replicaSet=rs0`,
    members,
    waitForPrimary: (except) => waitForPrimary(members, except),
    waitUntilHealthy: () => waitUntilHealthy(members),
    stepDown: async () => stepDown(members[await waitForPrimary(members)] as Member),
    stop,
  };
}

function startMembers({ mongod, dataDir, members, log }: ReplicaSetOptions) {
  const start = (member: (typeof members)[number], index: number) =>
    startMember({ mongod, dataDir: resolve(dataDir, String(index)), ...member, ...(log && { log }) });
  return Promise.allSettled(members.map(start));
}

async function stepDown({ address }: Member): Promise<void> {
  const secondaryCatchUpPeriodSecs = stepDownSeconds / 2;
  await runAdminCommand(address, { replSetStepDown: stepDownSeconds, secondaryCatchUpPeriodSecs });
}

async function initiate({ address }: Member, hosts: readonly string[]): Promise<void> {
  const config = {
    _id: 'rs0',
    members: hosts.map((host, _id) => ({ _id, host })),
    settings: {
      electionTimeoutMillis: intervalMs.election,
      heartbeatIntervalMillis: intervalMs.heartbeats,
    },
  };
  await runAdminCommand(address, { replSetInitiate: config });
}
