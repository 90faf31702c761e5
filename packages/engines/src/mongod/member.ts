import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { EngineFailed, type EngineOptions } from '../engine.ts';
import { isFree } from '../ports.ts';
import { mongodArguments } from './arguments.ts';
import { ask, CHECK_TIMEOUT_MS } from './ask.ts';

const patienceMs = 60_000;

/** One mongod of a replica set. */
export interface Member {
  /** Its own, on 127.0.0.1, past any proxy before it. */
  readonly port: number;
  /** Of its present life, or of its last. */
  readonly pid: number;
  alive(): boolean;
  /** Kills it (SIGKILL); resolves once it is gone. */
  kill(): Promise<void>;
  /**
   * Starts it again on its port and data after it has ended; resolves when it answers, which is before
   * it has caught up with the others.
   * @throws EngineFailed
   */
  start(): Promise<void>;
  /** Ends it in order (SIGTERM). */
  stop(): Promise<void>;
}

/** A mongod that waits to become a member. */
export async function startMember(options: EngineOptions & { mongod: string }): Promise<Member> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  let life = await live(options);

  return {
    port: options.port,
    get pid() {
      return life.child.pid;
    },
    alive: () => life.alive(),
    async kill() {
      life.child.kill();
      await life.child.ended;
    },
    async start() {
      if (life.alive()) throw new EngineFailed('mongod cannot start: it runs.');
      life = await live(options);
    },
    stop: () => life.child.stop(),
  };
}

interface Life {
  readonly child: Child;
  alive(): boolean;
}

async function live({ mongod, dataDir, port, log }: EngineOptions & { mongod: string }): Promise<Life> {
  if (!(await isFree(port))) throw new EngineFailed(`mongod cannot start: port ${port} is in use.`);
  const args = mongodArguments(dataDir, port);
  const child = await startChild({ command: mongod, args, env: process.env, log });
  let end: string | undefined;
  child.ended.then((how) => {
    end = how;
  });
  const alive = () => end === undefined;
  try {
    await untilAnswers(port, alive);
  } catch (error) {
    await child.stop();
    throw new EngineFailed(`mongod did not start: ${(error as Error).message}\n${child.lastWords()}`);
  }
  return { child, alive };
}

async function untilAnswers(port: number, alive: () => boolean): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      await ask(port, { ping: 1 }, CHECK_TIMEOUT_MS);
      return;
    } catch (error) {
      if (!alive() || Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}
