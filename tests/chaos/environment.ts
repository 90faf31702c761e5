import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
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
  claimPortalPorts,
  type Portal,
  type ServiceName,
  startPortal,
  startProxy,
  type TcpProxy,
} from '@archaka/test-kit';
import { Recoveries } from './recoveries.ts';

const MEMBERS = 3;
/** Offset of the simulator's port from the portal's base port. */
const SIMULATOR_PORT_OFFSET = 6;

/** The whole portal on this machine with its database, broker and network. */
export interface Environment {
  readonly portal: Portal;
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

/** Functions that stop resources, the last started first. */
export type Cleanups = (() => Promise<unknown>)[];

interface EnvironmentOptions {
  /** A new folder for the data of all engines. */
  readonly folder: string;
  /** Receives the cleanup of each resource when it has started. */
  readonly cleanups: Cleanups;
  /** Environment variables of the portal, in addition to its stores' addresses. */
  readonly env: Readonly<Record<string, string>>;
  readonly report: (line: string) => void;
}

/** Starts database, broker, network and the portal. */
export async function startEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { folder, cleanups, env, report } = options;
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
  const brokerUrl = new URL(broker.url);
  brokerUrl.host = new URL(brokerProxy.url).host;
  const addresses = {
    TRUSTED_PROXIES: '127.0.0.1',
    MONGO_URL: database.url,
    AMQP_URL: brokerUrl.href,
    BROKER_PASSWORDS: JSON.stringify(broker.passwords),
    RAZORPAY_URL: new URL(providerProxy.url).origin,
  };
  const portal = await register(startPortal({ ports, env: { ...env, ...addresses } }));
  return {
    portal,
    database,
    broker,
    proxies: { MongoDB: memberProxies, RabbitMQ: [brokerProxy], Razorpay: [providerProxy] },
    recoveries: new Recoveries(report),
  };
}
