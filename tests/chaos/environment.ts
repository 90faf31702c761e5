import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mapServices } from '@archaka/contracts';
import { createBrokerDefinitions } from '@archaka/contracts/broker';
import {
  findOrInstallMongod,
  findOrInstallRabbit,
  freePorts,
  type ReplicaSet,
  startRabbit,
  startReplicaSet,
} from '@archaka/engines';
import {
  COMPONENTS,
  claimPortalPorts,
  type Portal,
  type ServiceName,
  startPortal,
  startProxy,
  type TcpProxy,
} from '@archaka/test-kit';
import type { KillOrder } from './preload.ts';
import type { Random } from './random.ts';
import { Recoveries } from './recoveries.ts';

const PRELOAD = fileURLToPath(new URL('./preload.ts', import.meta.url));
const TEN_MINUTES_MS = 600_000;
const MEMBERS = 3;
/** Offset of the simulator's port from the portal's base port. */
const SIMULATOR_PORT_OFFSET = 6;

/** The whole portal on this machine with its database, broker and network. */
export interface Environment {
  readonly portal: Portal;
  readonly orders: ProcessOrders;
  readonly database: ReplicaSet;
  readonly broker: Awaited<ReturnType<typeof startRestartableBroker>>;
  /** The proxies between the portal and its dependencies. */
  readonly proxies: Readonly<Record<'MongoDB' | 'RabbitMQ' | 'Razorpay', readonly TcpProxy[]>>;
  readonly recoveries: Recoveries;
}

export interface RunningComponent {
  readonly pid: number;
  /** Of its `/readyz`. */
  readonly readyUrl: string;
}

/** Returns the current process of a component. @throws Error if it has never run */
export async function readComponent({ portal }: Environment, name: ServiceName): Promise<RunningComponent> {
  const component = (await portal.running()).parts[name];
  if (!component) throw new Error(`${name} was never started`);
  return { pid: component.pid, readyUrl: `http://127.0.0.1:${component.port}/readyz` };
}

/** Sends a signal to a process, 0 only to test it; false when the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** A RabbitMQ node that can be killed and restarted with its data. */
async function startRestartableBroker(location: { dataDir: string; port: number }) {
  /** Of the services' users, as in BROKER_PASSWORDS. */
  const passwords = mapServices(() => randomUUID());
  const definitions = createBrokerDefinitions(passwords);
  const rabbit = await findOrInstallRabbit();
  const startEngine = () => startRabbit({ rabbit, ...location, definitions });
  let engine = await startEngine();
  return {
    passwords,
    /** The administrator's address, without a proxy. */
    get url() {
      return engine.url;
    },
    async kill() {
      engine.kill();
      await engine.ended;
    },
    /** Resolves when the node accepts clients. */
    async start() {
      engine = await startEngine();
    },
    stop: () => engine.stop(),
  };
}

/** Controls the processes of components beyond their public interfaces, by files that `preload.ts` reads. */
class ProcessOrders {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** For the portal's environment variables. */
  get NODE_OPTIONS(): string {
    const preload = pathToFileURL(PRELOAD);
    preload.searchParams.set('orders', this.#folder);
    return `--import=${preload}`;
  }

  /** Sets wrong clocks: at least one component is ten minutes ahead, one behind. */
  async setClocks(random: Random): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const certain = [TEN_MINUTES_MS, -TEN_MINUTES_MS];
    for (const [index, component] of random.shuffle(COMPONENTS).entries()) {
      const errorMs = certain[index] ?? random.pickOne([-TEN_MINUTES_MS, 0, TEN_MINUTES_MS]);
      await this.#write(`${component}.clock`, String(errorMs));
    }
  }

  /** Gives a process of the component the order to kill itself. */
  async killAt(component: ServiceName, pid: number, order: KillOrder): Promise<void> {
    await this.#write(`${component}.kill`, JSON.stringify(order));
    sendSignal(pid, 'SIGUSR2');
  }

  async withdraw(component: ServiceName, pid: number): Promise<void> {
    await rm(join(this.#folder, `${component}.kill`), { force: true });
    sendSignal(pid, 'SIGUSR2');
  }

  #write(name: string, order: string): Promise<void> {
    return writeFile(join(this.#folder, name), order);
  }
}

/** Functions that stop resources, the last started first. */
export type Cleanups = (() => Promise<unknown>)[];

interface EnvironmentOptions {
  /** A new folder for the data of all engines. */
  readonly folder: string;
  readonly random: Random;
  /** Receives the cleanup of each resource when it has started. */
  readonly cleanups: Cleanups;
  /** Environment variables of the portal, in addition to its stores' addresses. */
  readonly env: Readonly<Record<string, string>>;
  readonly report: (line: string) => void;
}

/** Starts database, broker, network and the portal, with wrong clocks. */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { folder, random, cleanups, env, report } = options;
  const register = async <Resource extends { stop(): Promise<void> }>(starting: Promise<Resource>) => {
    const resource = await starting;
    cleanups.unshift(() => resource.stop());
    return resource;
  };
  const startNetwork = async (port: number) => {
    const proxy = await startProxy(new URL(`http://127.0.0.1:${port}`));
    cleanups.unshift(proxy.close);
    return proxy;
  };
  const [brokerPort = 0, ...memberPorts] = await freePorts(MEMBERS + 1);
  const ports = await claimPortalPorts();
  const memberProxies = await Promise.all(memberPorts.map(startNetwork));
  const brokerProxy = await startNetwork(brokerPort);
  const providerProxy = await startNetwork(ports.basePort + SIMULATOR_PORT_OFFSET);

  const members = memberPorts.map((port, index) => ({
    port,
    advertised: new URL(memberProxies[index]?.url ?? '').host,
  }));
  const mongod = await findOrInstallMongod();
  const [database, broker] = await Promise.all([
    register(startReplicaSet({ mongod, dataDir: join(folder, 'mongod'), members })),
    register(startRestartableBroker({ dataDir: join(folder, 'rabbitmq'), port: brokerPort })),
  ]);
  const orders = new ProcessOrders(join(folder, 'orders'));
  await orders.setClocks(random);
  const brokerUrl = new URL(broker.url);
  brokerUrl.host = new URL(brokerProxy.url).host;
  const addresses = {
    TRUSTED_PROXIES: '127.0.0.1',
    MONGO_URL: database.url,
    AMQP_URL: brokerUrl.href,
    BROKER_PASSWORDS: JSON.stringify(broker.passwords),
    RAZORPAY_URL: new URL(providerProxy.url).origin,
    NODE_OPTIONS: orders.NODE_OPTIONS,
  };
  const portal = await register(startPortal({ ports, env: { ...env, ...addresses } }));
  return {
    portal,
    orders,
    database,
    broker,
    proxies: { MongoDB: memberProxies, RabbitMQ: [brokerProxy], Razorpay: [providerProxy] },
    recoveries: new Recoveries(report),
  };
}
