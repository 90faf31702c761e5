import { resolve } from 'node:path';
import type { EngineLog } from '../engine.ts';
import { type Machine, thisMachine } from '../machine.ts';
import { type Member, startMember } from './member.ts';
import { waitForPrimary, waitUntilHealthy } from './primary.ts';
import { runAdminCommand } from './run-admin-command.ts';

/** A lost primary is detected after `election`, by missing `heartbeats`. */
const intervalMs = { election: 2000, heartbeats: 500 };
/** Until a heartbeat fails, the other secondary may go on to read from a primary that hangs. */
const heartbeatTimeoutSecs = 2;
const stepDownSeconds = 10;

interface ReplicaSetOptions {
  mongod: string;
  /** A new folder; each member's data is a folder in it. */
  dataDir: string;
  members: readonly {
    /** A free port of its machine. */
    port: number;
    /** Default: this one. */
    machine?: Machine;
    /** Default: a folder in `dataDir`. */
    dataDir?: string;
    /** `host:port` for clients and the other members, such as a proxy's; default: its own. */
    advertised?: string;
  }[];
  log?: EngineLog;
}

/** A replica set for fault tests, whose members can be killed one by one. */
export interface ReplicaSet {
  /** Names every member by its advertised address. */
  readonly url: string;
  readonly members: readonly Member[];
  /**
   * Waits until there is a primary, other than this member if one is given.
   * @returns its index among the members
   * @throws Error after 60 s without one
   */
  waitForPrimary(except?: Member): Promise<number>;
  /** Waits until every member is primary or secondary. @throws Error after 60 s */
  waitUntilHealthy(): Promise<void>;
  /** Makes the primary step down for at least 10 s; another member becomes primary soon. */
  stepDown(): Promise<void>;
  /** Kills all members at once (SIGKILL): their data is not read any more. */
  stop(): Promise<void>;
}

/**
 * Starts the members, initiates the replica set `rs0` and waits until all members are ready.
 * @throws EngineFailed when a member does not start
 */
export async function startReplicaSet(options: ReplicaSetOptions): Promise<ReplicaSet> {
  const started = await startMembers(options);
  const members = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  // Concurrently: in sequence it would take fifteen seconds, since each waits for a possible successor.
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
      heartbeatTimeoutSecs,
    },
  };
  await runAdminCommand(address, { replSetInitiate: config });
}
