import { randomBytes } from 'node:crypto';
import { services } from '@archaka/contracts';
import { declareTopology, topologies } from '@archaka/contracts/broker';
import { connect } from 'amqplib';
import { mongo } from 'mongoose';
import { givenStores, storesEndWithTheRun } from './given.ts';
import { addVhost, deleteVhost } from './rabbitmqctl.ts';
import type { Stores } from './stores.ts';

/** A suite's own databases: a service uses `<prefix>_<service>`, where the prefix is the path of `mongoUrl`. */
export interface IsolatedDatabases {
  mongoUrl: string;
  drop: () => Promise<void>;
}

/** A suite's own part of the run's stores. */
export interface IsolatedStores extends IsolatedDatabases {
  /** Its path is the suite's own vhost, its user the administrator. */
  amqpUrl: string;
  /** The same for a service, e.g. `svc-ticket`, as its own user where the broker has one. */
  amqpUrlOf: (name: string) => string;
  /** Drops the databases, and the vhost on a broker that outlives the run. */
  drop: () => Promise<void>;
}

function runningStores(): Stores {
  const stores = givenStores();
  if (!stores) throw new Error('No stores run: suites that need them belong into the integration project.');
  return stores;
}

const nameOfSuite = (): string => `suite_${randomBytes(5).toString('hex')}`;

/** Databases that no other suite sees, for a suite that needs no broker: a vhost takes seconds. */
export function isolatedDatabases(name = nameOfSuite()): IsolatedDatabases {
  const { mongoUrl } = runningStores();
  const database = new URL(mongoUrl);
  database.pathname = name;
  return { mongoUrl: database.href, drop: () => dropDatabases(mongoUrl, `${name}_`) };
}

/**
 * Databases and a vhost with the services' queues that no other suite sees, on the stores that run already.
 * On a given broker without rabbitmqctl (TEST_RABBITMQCTL) the vhost is the one of TEST_AMQP_URL, whose user all
 * services share.
 */
export async function isolated(): Promise<IsolatedStores> {
  const { amqpUrl, ctl } = runningStores();
  const name = nameOfSuite();
  const databases = isolatedDatabases(name);
  const amqp = new URL(amqpUrl);
  if (ctl) {
    await addVhost(ctl, name, { user: amqp.username, password: amqp.password });
    amqp.pathname = name;
  } else await declareAll(amqp.href);
  return {
    mongoUrl: databases.mongoUrl,
    amqpUrl: amqp.href,
    amqpUrlOf: (service) => (ctl && isService(service) ? as(service, amqp) : amqp.href),
    drop: async () => {
      await databases.drop();
      // It costs half a second of an Erlang machine.
      if (ctl && !storesEndWithTheRun()) await deleteVhost(ctl, name);
    },
  };
}

const isService = (name: string): boolean => services.some((service) => name === `svc-${service}`);

function as(user: string, address: URL): string {
  const url = new URL(address);
  url.username = user;
  return url.href;
}

async function declareAll(amqpUrl: string): Promise<void> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  for (const topology of topologies) await declareTopology(channel, topology);
  await connection.close();
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = await new mongo.MongoClient(url).connect();
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const ours = databases.filter(({ name }) => name.startsWith(prefix));
    await Promise.all(ours.map(({ name }) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
}
