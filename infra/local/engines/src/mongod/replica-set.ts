import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Document } from 'mongodb';
import type { Child } from '../child.ts';
import { CHECK_TIMEOUT_MS, runAdminCommand, startMember } from './start.ts';

/** A lost primary is detected after `electionTimeoutMillis`, by missing heartbeats. */
const SETTINGS = {
  electionTimeoutMillis: 2000,
  heartbeatIntervalMillis: 500,
  // Until a heartbeat fails, the other secondary may go on to read from a primary that hangs.
  heartbeatTimeoutSecs: 2,
};
const STEP_DOWN_SECONDS = 10;
const TIMEOUT_MS = 60_000;

/** One mongod of a replica set. */
class Member {
  readonly #mongod: string;
  readonly #dataDir: string;
  readonly #port: number;
  #child: Child | undefined;

  constructor(mongod: string, dataDir: string, port: number) {
    this.#mongod = mongod;
    this.#dataDir = dataDir;
    this.#port = port;
  }

  /** Its own `host:port`, behind any proxy. */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Of its current process, or of its last. */
  get pid(): number {
    return Number(this.#child?.pid);
  }

  /** Kills it (SIGKILL); resolves after it has ended. */
  async kill(): Promise<void> {
    this.#child?.kill();
    await this.#child?.ended;
  }

  /**
   * Starts it on its port and data; resolves when it responds, which is before it has replicated from the others.
   * @throws EngineFailed
   */
  async start(): Promise<void> {
    const options = { mongod: this.#mongod, dataDir: this.#dataDir, port: this.#port };
    this.#child = await startMember(options, (child) => this.#waitUntilReachable(child));
  }

  async #waitUntilReachable({ ended }: Child): Promise<void> {
    let hasEnded = false;
    ended.then(() => {
      hasEnded = true;
    });
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      try {
        await runAdminCommand(this.address, { ping: 1 }, CHECK_TIMEOUT_MS);
        return;
      } catch (error) {
        if (hasEnded || Date.now() > deadline) throw error;
        await wait(50);
      }
    }
  }
}

interface ReplicaSetOptions {
  mongod: string;
  /** A new folder; each member's data is a folder in it. */
  dataDir: string;
  /** Each with a free port, and `host:port` for clients and the other members, such as a proxy's; default: its own. */
  members: readonly { port: number; advertised?: string }[];
}

/**
 * Starts the members, initiates the replica set `rs0` and waits until all members are ready.
 * @throws EngineFailed when a member does not start
 */
export async function startReplicaSet({
  mongod,
  dataDir,
  members: options,
}: ReplicaSetOptions): Promise<ReplicaSet> {
  const members = options.map(({ port }, index) => new Member(mongod, resolve(dataDir, String(index)), port));
  const hosts = options.map(({ port, advertised }) => advertised ?? `127.0.0.1:${port}`);
  const replicaSet = new ReplicaSet(hosts, members);
  const started = await Promise.allSettled(members.map((member) => member.start()));
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    const config = { _id: 'rs0', members: hosts.map((host, _id) => ({ _id, host })), settings: SETTINGS };
    await runAdminCommand(members[0]?.address ?? '', { replSetInitiate: config });
    await replicaSet.waitUntilHealthy();
  } catch (error) {
    await replicaSet.stop();
    throw error;
  }
  return replicaSet;
}

/** A replica set for fault tests, whose members can be killed one by one. */
export class ReplicaSet {
  /** Names every member by its advertised address. */
  readonly url: string;
  readonly members: readonly Member[];

  constructor(hosts: readonly string[], members: readonly Member[]) {
    this.url = `mongodb://${hosts.join(',')}/?replicaSet=rs0`;
    this.members = members;
  }

  /** @returns the index of the primary among the members, as soon as there is one @throws Error after 60 s without one */
  waitForPrimary(): Promise<number> {
    return waitFor('had no primary', async () => {
      const index = findPrimary(await this.#sendHello());
      return index < 0 ? undefined : index;
    });
  }

  /** Waits until every member is primary or secondary. @throws Error after 60 s */
  async waitUntilHealthy(): Promise<void> {
    await waitFor('was incomplete', async () => {
      const responses = await this.#sendHello();
      const allServing = responses.every((hello) => hello?.isWritablePrimary || hello?.secondary);
      return (allServing && findPrimary(responses) >= 0) || undefined;
    });
  }

  /** Makes the primary step down for at least 10 s; another member becomes primary soon. */
  async stepDown(): Promise<void> {
    const primary = this.members[await this.waitForPrimary()];
    const secondaryCatchUpPeriodSecs = STEP_DOWN_SECONDS / 2;
    const command = { replSetStepDown: STEP_DOWN_SECONDS, secondaryCatchUpPeriodSecs };
    await runAdminCommand(primary?.address ?? '', command);
  }

  /** Kills all members at once (SIGKILL), since their data is not read any more and each stop waits for a successor. */
  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
  }

  #sendHello(): Promise<(Document | undefined)[]> {
    return Promise.all(
      this.members.map(({ address }) =>
        runAdminCommand(address, { hello: 1 }, CHECK_TIMEOUT_MS).catch(() => undefined),
      ),
    );
  }
}

/** An isolated member may still report itself as primary: the latest election counts. */
function findPrimary(responses: readonly (Document | undefined)[]): number {
  const elections = responses.map((hello) => (hello?.isWritablePrimary ? String(hello.electionId) : ''));
  const latest = elections.toSorted().at(-1);
  return latest ? elections.indexOf(latest) : -1;
}

async function waitFor<T>(failure: string, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`the replica set ${failure} in time`);
    await wait(100);
  }
}
