import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Child } from '../child.ts';
import { EngineFailed, type EngineLog } from '../engine.ts';
import { run } from '../find/run.ts';
import { type Machine, onMachine } from '../machine.ts';
import { type Definitions, writeDefinitions } from './definitions.ts';
import { waitForAmqp } from './handshake.ts';
import { type NodeIdentity, startNode, toNodeVariables } from './node.ts';
import { user } from './password.ts';

const PORT = 5672;
const EPMD_PORT = 4369;
const DIST_PORT = 25_672;
const CONTROL_TIMEOUT_MS = 60_000;

/** One node of a cluster that can be killed and started again on its data. */
export interface RabbitNode {
  readonly host: string;
  readonly port: number;
  /** `archaka@` and its address, as rabbitmqctl names it. */
  readonly name: string;
  /** Past any balancer before it, as the administrator. */
  readonly url: string;
  readonly pid: number;
  /** Kills it (SIGKILL); resolves when it has ended. */
  kill(): Promise<void>;
  /** Starts it again after it has ended; resolves as soon as it speaks AMQP. @throws EngineFailed */
  start(): Promise<void>;
  /** What rabbitmqctl prints to these arguments, as JSON. @throws Error with its words */
  control(...args: string[]): Promise<unknown>;
}

export interface RabbitCluster {
  readonly nodes: readonly RabbitNode[];
  /** Kills all nodes at the same time, since their data is no longer needed. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** The server's program. */
  readonly server: string;
  /** Each a machine of its own, with a folder for its data. */
  readonly nodes: readonly { readonly machine: Machine; readonly dataDir: string }[];
  readonly definitions: Definitions;
  /** Further lines of rabbitmq.conf. */
  readonly settings: string;
  readonly log: EngineLog;
}

interface Credentials {
  readonly password: string;
  readonly cookie: string;
}

/** The first makes the cluster, the others join it. @throws EngineFailed */
export async function startRabbitCluster(options: ClusterOptions): Promise<RabbitCluster> {
  const [first, ...others] = options.nodes.map((node) => createNode(node, options));
  const nodes = [first, ...others].filter((node) => node !== undefined);
  const stop = async () => void (await Promise.all(nodes.map((node) => node.kill())));
  const credentials = { password: randomBytes(24).toString('hex'), cookie: randomBytes(24).toString('hex') };
  try {
    await first?.create(credentials);
    await Promise.all(others.map((node) => node.create(credentials)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };
}

const toName = ({ machine }: { machine: Machine }): string => `archaka@${machine.host}`;

/** As production forms it: who joins finds the others by a list. */
const createSettings = (nodes: ClusterOptions['nodes'], settings: string): string =>
  [
    'cluster_formation.peer_discovery_backend = classic_config',
    ...nodes.map((node, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${toName(node)}`),
    settings,
  ].join('\n');

function createNode(
  { machine, dataDir }: ClusterOptions['nodes'][number],
  { server, nodes, definitions, settings, log }: ClusterOptions,
): RabbitNode & { create(credentials: Credentials): Promise<void> } {
  const address = { host: machine.host, port: PORT };
  const identity: NodeIdentity = {
    machine,
    name: toName({ machine }),
    epmdPort: EPMD_PORT,
    distPort: DIST_PORT,
  };
  let child: Child | undefined;
  let password = '';

  const start = async () => {
    const options = { server, dataDir, port: PORT, log, settings: createSettings(nodes, settings) };
    child = await startNode(options, identity);
    try {
      await waitForAmqp(address, child.ended);
    } catch (error) {
      await child.stop();
      throw new EngineFailed(
        `${identity.name} did not start: ${(error as Error).message}\n${child.lastOutput()}`,
      );
    }
  };
  return {
    ...address,
    name: identity.name,
    start,
    get url() {
      return `amqp://${user}:${password}@${address.host}:${address.port}`;
    },
    get pid() {
      return child?.pid ?? 0;
    },
    async create(credentials) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      await writeFile(join(dataDir, '.erlang.cookie'), credentials.cookie, { mode: 0o400 });
      password = credentials.password;
      await writeDefinitions(definitions, { dataDir, password });
      await start();
    },
    async kill() {
      child?.kill();
      await child?.ended;
    },
    control: (...args) => runControl(args, { server, dataDir, identity }),
  };
}

async function runControl(
  args: readonly string[],
  { server, dataDir, identity }: { server: string; dataDir: string; identity: NodeIdentity },
): Promise<unknown> {
  const { command, args: fullArgs } = onMachine(identity.machine, join(dirname(server), 'rabbitmqctl'), [
    ...['--quiet', '--longnames', '--node', identity.name, '--formatter', 'json'],
    ...args,
  ]);
  const env = toNodeVariables(dataDir, identity);
  const { ok, output, stdout } = await run(command, fullArgs, { env, timeoutMs: CONTROL_TIMEOUT_MS });
  if (!ok) throw new Error(`rabbitmqctl ${args.join(' ')} on ${identity.name}: ${output}`);
  return JSON.parse(stdout);
}
