import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { EngineFailed, type EngineOptions } from '../engine.ts';
import { type Machine, onMachine, thisMachine } from '../machine.ts';
import { isFree } from '../ports.ts';
import { mongodArguments } from './arguments.ts';
import { CHECK_TIMEOUT_MS, runAdminCommand } from './run-admin-command.ts';

const startTimeoutMs = 60_000;

/** One mongod of a replica set. */
export interface Member {
  /** Its own `host:port`, behind any proxy. */
  readonly address: string;
  /** Of its current process, or of its last. */
  readonly pid: number;
  isAlive(): boolean;
  /** Kills it (SIGKILL); resolves after it has ended. */
  kill(): Promise<void>;
  /**
   * Starts it again on its port and data after it has ended; resolves when it responds, which is before
   * it has replicated from the others.
   * @throws EngineFailed
   */
  start(): Promise<void>;
}

type MemberOptions = EngineOptions & { mongod: string; machine?: Machine };

/** A mongod before the initiation of its replica set. */
export async function startMember(options: MemberOptions): Promise<Member> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const { machine = thisMachine, port } = options;
  let mongodProcess = await startProcess(options);

  return {
    address: `${machine.host}:${port}`,
    get pid() {
      return mongodProcess.child.pid;
    },
    isAlive: () => mongodProcess.isAlive(),
    async kill() {
      mongodProcess.child.kill();
      await mongodProcess.child.ended;
    },
    async start() {
      if (mongodProcess.isAlive()) throw new EngineFailed('mongod cannot start: it already runs.');
      mongodProcess = await startProcess(options);
    },
  };
}

interface MongodProcess {
  readonly child: Child;
  isAlive(): boolean;
}

async function startProcess({
  mongod,
  dataDir,
  port,
  log,
  machine = thisMachine,
}: MemberOptions): Promise<MongodProcess> {
  const { host } = machine;
  if (!(await isFree(port, host))) throw new EngineFailed(`mongod cannot start: port ${port} is in use.`);
  const args = mongodArguments(dataDir, port, host);
  const child = await startChild({ ...onMachine(machine, mongod, args), env: process.env, log });
  let exitReason: string | undefined;
  child.ended.then((reason) => {
    exitReason = reason;
  });
  const isAlive = () => exitReason === undefined;
  try {
    await waitUntilReachable(`${host}:${port}`, isAlive);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`mongod did not start: ${(error as Error).message}\n${child.lastOutput()}`);
  }
  return { child, isAlive };
}

async function waitUntilReachable(address: string, isAlive: () => boolean): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await runAdminCommand(address, { ping: 1 }, CHECK_TIMEOUT_MS);
      return;
    } catch (error) {
      if (!isAlive() || Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}
