import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { mapServices } from '@archaka/contracts';
import { type BrokerPasswords, createBrokerDefinitions } from '@archaka/contracts/broker';
import {
  type EngineLog,
  findOrInstallMongod,
  findOrInstallRabbit,
  type Member,
  type RabbitNode,
  type ReplicaSet,
  startRabbitCluster,
  startReplicaSet,
} from '@archaka/engines';
import { createDisk, type Disk } from './disks.ts';
import { type ClusterMachine, createMachine } from './machines.ts';

const MONGO_NUMBERS = [11, 12, 13];
const RABBIT_NUMBERS = [21, 22, 23];
const MONGO_PORT = 27_017;

/** The machine and disk of a member or node, which faults affect. */
interface Site {
  readonly machine: ClusterMachine;
  readonly disk: Disk;
}

export interface MongoSite extends Site {
  readonly member: Member;
}

export interface RabbitSite extends Site {
  readonly node: RabbitNode;
}

export interface MongoCluster {
  readonly replicaSet: ReplicaSet;
  readonly sites: readonly MongoSite[];
  stop(): Promise<void>;
}

interface EngineOptions {
  readonly folder: string;
  readonly log: (name: string) => EngineLog;
}

/** Starts a replica set of three members, each on a machine with a separate disk. */
export async function startMongoCluster({ folder, log }: EngineOptions): Promise<MongoCluster> {
  const mongod = await findOrInstallMongod();
  const places = await Promise.all(
    MONGO_NUMBERS.map(async (number, index) => {
      const name = `mongo-${index + 1}`;
      const disk = await createDisk(name);
      return { disk, machine: await createMachine(name, number, disk.prefix) };
    }),
  );
  const replicaSet = await startReplicaSet({
    mongod,
    dataDir: folder,
    members: places.map(({ machine, disk }) => ({ port: MONGO_PORT, machine, dataDir: disk.folder })),
    log: log('mongod'),
  });
  const sites = places.map((place, index) => ({ ...place, member: replicaSet.members[index] as Member }));
  return { replicaSet, sites, stop: replicaSet.stop };
}

export interface BrokerCluster {
  readonly sites: readonly RabbitSite[];
  readonly passwords: BrokerPasswords;
  stop(): Promise<void>;
}

const MANIFEST = new URL('../../../infra/k8s/stores/rabbitmq.yaml', import.meta.url);

/** Production's settings for partitioned and unresponsive nodes. */
async function readProductionSettings(): Promise<string> {
  const manifest = await readFile(MANIFEST, 'utf8');
  const lines = manifest.match(/^ *(?:cluster_partition_handling|net_ticktime) = .*$/gm) ?? [];
  if (lines.length !== 2) throw new Error('rabbitmq.yaml has no partition handling');
  return `${lines.map((line) => line.trim()).join('\n')}\n`;
}

/** Starts three nodes as in production, without queues: services declare them once all three nodes can hold them. */
export async function startBrokerCluster({ log }: Pick<EngineOptions, 'log'>): Promise<BrokerCluster> {
  const rabbit = await findOrInstallRabbit();
  if (rabbit.by !== 'process') throw new Error('a cluster of RabbitMQ needs rabbitmq-server on the PATH');
  const places = await Promise.all(
    RABBIT_NUMBERS.map(async (number, index) => {
      const name = `rabbit-${index + 1}`;
      const disk = await createDisk(name);
      return { disk, machine: await createMachine(name, number, disk.prefix) };
    }),
  );
  const passwords = mapServices(() => randomUUID());
  const cluster = await startRabbitCluster({
    server: rabbit.server,
    nodes: places.map(({ machine, disk }) => ({ machine, dataDir: disk.folder })),
    definitions: { ...createBrokerDefinitions(passwords), queues: [], bindings: [] },
    settings: await readProductionSettings(),
    log: log('rabbitmq'),
  });
  const sites = places.map((place, index) => ({ ...place, node: cluster.nodes[index] as RabbitNode }));
  return { sites, passwords, stop: cluster.stop };
}
