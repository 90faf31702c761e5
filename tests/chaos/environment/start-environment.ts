import { join } from 'node:path';
import { type FaultyProxy, findOrInstallMongod, freePorts, startReplicaSet } from '@archaka/engines';
import { claimPortalPorts, startPortal } from '@archaka/test-kit';
import type { Random } from '../random.ts';
import { createDisturbances } from '../watch/disturbances.ts';
import { measureRecoveries } from '../watch/recoveries.ts';
import { startBroker } from './broker.ts';
import type { ChaosEnvironment } from './environment.ts';
import { startNetwork } from './network.ts';
import { createProcessOrders, type ProcessOrders } from './process-orders.ts';

const MEMBERS = 3;
/** Offset of the simulator's port from the portal's base port. */
const SIMULATOR_PORT_OFFSET = 6;

/** Functions that stop resources, the last started first. */
export type Cleanups = (() => Promise<unknown>)[];

const toHostAndPort = ({ port }: Pick<FaultyProxy, 'port'>) => `127.0.0.1:${port}`;

/** Replaces the server's port by the proxy's. */
function toProxyUrl(proxy: FaultyProxy, url: string): string {
  const address = new URL(url);
  address.port = String(proxy.port);
  return address.href;
}

export interface EnvironmentOptions {
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
export async function startEnvironment({
  folder,
  random,
  cleanups,
  env,
  report,
}: EnvironmentOptions): Promise<ChaosEnvironment> {
  const registerCleanup = async <Resource extends { stop(): Promise<void> }>(
    starting: Promise<Resource>,
  ): Promise<Resource> => {
    const resource = await starting;
    cleanups.unshift(() => resource.stop());
    return resource;
  };
  const network = await registerCleanup(startNetwork());
  const [brokerPort = 0, ...memberPorts] = await freePorts(MEMBERS + 1);
  const ports = await claimPortalPorts();
  const memberProxies = await Promise.all(memberPorts.map(network.createProxy));
  const brokerProxy = await network.createProxy(brokerPort);
  const providerProxy = await network.createProxy(ports.basePort + SIMULATOR_PORT_OFFSET);

  const members = memberPorts.map((port, index) => ({
    port,
    advertised: toHostAndPort(memberProxies[index] as FaultyProxy),
  }));
  const mongod = await findOrInstallMongod();
  const [database, broker] = await Promise.all([
    registerCleanup(startReplicaSet({ mongod, dataDir: join(folder, 'mongod'), members })),
    registerCleanup(startBroker({ dataDir: join(folder, 'rabbitmq'), port: brokerPort })),
  ]);
  const orders: ProcessOrders = await createProcessOrders(join(folder, 'orders'), random);
  const addresses = {
    TRUSTED_PROXIES: '127.0.0.1',
    MONGO_URL: database.url,
    AMQP_URL: toProxyUrl(brokerProxy, broker.url),
    BROKER_PASSWORDS: JSON.stringify(broker.passwords),
    RAZORPAY_URL: `http://${toHostAndPort(providerProxy)}`,
    NODE_OPTIONS: orders.NODE_OPTIONS,
  };
  const portal = await registerCleanup(startPortal({ ports, env: { ...env, ...addresses } }));
  const disturbances = createDisturbances();
  const proxies = { MongoDB: memberProxies, RabbitMQ: [brokerProxy], Razorpay: [providerProxy] };
  return {
    portal,
    installations: [{ portal, orders, host: '127.0.0.1', label: '' }],
    databaseUrl: database.url,
    brokerUrl: broker.url,
    database,
    broker,
    proxies,
    disturbances,
    recoveries: measureRecoveries(disturbances, report),
  };
}
