import { createWriteStream } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapAddressVariables } from '@archaka/contracts';
import type { EngineLog, RabbitNode } from '@archaka/engines';
import { startPortal } from '@archaka/test-kit';
import type { Environment, Installation } from '../environment/environment.ts';
import { createProcessOrders } from '../environment/process-orders.ts';
import type { EnvironmentOptions } from '../environment/start-environment.ts';
import { createDisturbances } from '../watch/disturbances.ts';
import { measureRecoveries } from '../watch/recoveries.ts';
import { BROKER_PORT, PORTAL_PORT, startBalancers, toOwnUrl, toPublicUrl } from './balancers.ts';
import {
  type BrokerCluster,
  type MongoCluster,
  type MongoSite,
  type RabbitSite,
  startBrokerCluster,
  startMongoCluster,
} from './engines.ts';
import { getDiskFolder } from './left-behind.ts';
import { type ClusterMachine, createBridge, createMachine, OWN_HOST } from './machines.ts';
import { startProvider } from './provider.ts';
import { assertReplicated } from './queues.ts';

const PORTAL_NUMBERS = [31, 32];

/** An environment on separate machines: three for MongoDB, three for RabbitMQ, two for the portal. */
export interface ClusterEnvironment extends Environment {
  readonly mongo: MongoCluster;
  readonly mongoSites: readonly MongoSite[];
  readonly rabbitSites: readonly RabbitSite[];
  /** The machines of the services. */
  readonly portalMachines: readonly ClusterMachine[];
  readonly report: (line: string) => void;
}

interface Backing {
  readonly mongo: MongoCluster;
  readonly broker: BrokerCluster;
  readonly providerVariables: Readonly<Record<string, string>>;
}

const toBrokerUrl = ({ url }: RabbitNode): string => {
  const address = new URL(url);
  address.hostname = OWN_HOST;
  address.port = String(BROKER_PORT);
  return address.href;
};

function createVariables({ mongo, broker, providerVariables }: Backing): Record<string, string> {
  const [{ node } = {}] = broker.sites;
  return {
    TRUSTED_PROXIES: OWN_HOST,
    MONGO_URL: mongo.replicaSet.url,
    AMQP_URL: toBrokerUrl(node as RabbitNode),
    BROKER_PASSWORDS: JSON.stringify(broker.passwords),
    PORTAL_ORIGIN: toPublicUrl('shell'),
    PAYMENT_HANDLER_URL: toPublicUrl('handler'),
    ...providerVariables,
  };
}

/** Starts a portal whose services call each other through the balancers. */
async function startInstallation(
  machine: ClusterMachine,
  first: Installation | undefined,
  { folder, random, env }: EnvironmentOptions & { env: Readonly<Record<string, string>> },
): Promise<Installation> {
  const addresses = mapAddressVariables((service) => toOwnUrl(`svc-${service}`));
  const temporaryFolder = join(getDiskFolder(), 'tmp', machine.name);
  await mkdir(temporaryFolder, { recursive: true });
  const orders = await createProcessOrders(join(folder, 'orders', machine.name), random, addresses);
  const portal = await startPortal({
    machine,
    ports: { basePort: PORTAL_PORT, release: async () => undefined },
    // A service removes temporary files of pids that do not run, and cannot see the pids outside this namespace.
    env: { ...env, NODE_OPTIONS: orders.NODE_OPTIONS, TMPDIR: temporaryFolder },
    async prepare(dataDir) {
      if (!first) return;
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      await copyFile(join(first.portal.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
    },
  });
  return { portal, host: machine.host, label: ` of ${machine.name}`, orders };
}

/** Starts launchers with the same secrets, each with one instance of every component. */
async function startInstallations(
  machines: readonly ClusterMachine[],
  options: EnvironmentOptions,
): Promise<Installation[]> {
  const installations: Installation[] = [];
  for (const machine of machines) {
    const installation = await startInstallation(machine, installations[0], options);
    installations.push(installation);
    options.cleanups.unshift(() => installation.portal.stop());
    options.report(`${machine.name} is ready`);
  }
  return installations;
}

/** Starts machines, stores, brokers, balancers, the provider and two portals in the current namespaces. */
export async function startCluster(options: EnvironmentOptions): Promise<ClusterEnvironment> {
  const { folder, cleanups, report } = options;
  const registerCleanup = async <Resource extends { stop(): Promise<void> }>(
    starting: Promise<Resource>,
  ): Promise<Resource> => {
    const resource = await starting;
    cleanups.unshift(() => resource.stop());
    return resource;
  };
  const log = (name: string): EngineLog => {
    const stream = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    return (chunk) => void stream.write(chunk);
  };
  await createBridge();
  const [mongo, broker, provider] = await Promise.all([
    registerCleanup(startMongoCluster({ folder, log })),
    registerCleanup(startBrokerCluster({ log })),
    registerCleanup(startProvider(log('provider'))),
  ]);
  report('MongoDB has three members, RabbitMQ three nodes');
  const portalMachines = await Promise.all(
    PORTAL_NUMBERS.map((number, index) => createMachine(`portal-${index + 1}`, number)),
  );
  const toHosts = (sites: readonly { machine: ClusterMachine }[]) => sites.map(({ machine }) => machine.host);
  const brokers = toHosts(broker.sites);
  await registerCleanup(startBalancers({ portals: portalMachines.map(({ host }) => host), brokers }));
  const backing = { mongo, broker, providerVariables: provider.variables };
  const env = { ...options.env, ...createVariables(backing) };
  const installations = await startInstallations(portalMachines, { ...options, env });
  const node = broker.sites[0]?.node as RabbitNode;
  report(`${await assertReplicated(node)} queues are quorum queues of three members`);
  const disturbances = createDisturbances();
  return {
    portal: {
      origin: toPublicUrl('shell'),
      simulator: provider.url,
      dataDir: installations[0]?.portal.dataDir ?? '',
    },
    installations,
    databaseUrl: mongo.replicaSet.url,
    brokerUrl: node.url,
    mongo,
    mongoSites: mongo.sites,
    rabbitSites: broker.sites,
    portalMachines,
    disturbances,
    recoveries: measureRecoveries(disturbances, report),
    report,
  };
}
