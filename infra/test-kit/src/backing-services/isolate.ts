import { services } from '@archaka/contracts';
import { MongoClient } from 'mongodb';
import { type BackingServices, endsWithRun, findExternalBackingServices } from './external.ts';
import {
  addVhosts,
  declareIncomingQueues,
  declareQueues,
  deleteQueues,
  deleteVhost,
  type Rabbitmqctl,
} from './rabbitmqctl.ts';
import { claimVhost, createSuiteName } from './vhost-pool.ts';

/** A suite's own databases: a service uses `<prefix>_<service>`; the prefix is the path of `mongoUrl`. */
export interface IsolatedDatabases {
  mongoUrl: string;
  drop: () => Promise<void>;
}

/** A suite's own part of the run's stores. */
export interface IsolatedBackingServices extends IsolatedDatabases {
  /** URL with the suite's own vhost and the administrator. */
  amqpUrl: string;
  /** The same with the user of a service, e.g. `svc-ticket`, if the broker has one. */
  getAmqpUrl: (name: string) => string;
  /** Declares all queues of a service, e.g. `svc-ticket`, as it needs them to run. */
  declareQueues: (name: string) => Promise<void>;
  /** Drops the databases, and on a broker that outlives the run the vhost. */
  drop: () => Promise<void>;
}

function getRunningBackingServices(): BackingServices {
  const services = findExternalBackingServices();
  if (!services) throw new Error('No stores run: suites that need them belong into the integration project.');
  return services;
}

/** Separate databases for a suite without a broker. */
export function isolateDatabases(name = createSuiteName()): IsolatedDatabases {
  const { mongoUrl } = getRunningBackingServices();
  const database = new URL(mongoUrl);
  database.pathname = name;
  return { mongoUrl: database.href, drop: () => dropDatabases(mongoUrl, `${name}_`) };
}

/**
 * Separate databases and a vhost on the running stores, with the queues that publishers need.
 * On an external broker without rabbitmqctl (TEST_RABBITMQCTL) the vhost is that of TEST_AMQP_URL, whose user all
 * services share.
 */
export async function isolateBackingServices(): Promise<IsolatedBackingServices> {
  const { amqpUrl, ctl } = getRunningBackingServices();
  const amqp = new URL(amqpUrl);
  const vhost = ctl && ((await claimVhost()) ?? (await addOwnVhost(ctl, amqp)));
  if (vhost) amqp.pathname = vhost;
  await declareIncomingQueues(amqp.href);
  const databases = isolateDatabases(vhost);
  return {
    mongoUrl: databases.mongoUrl,
    amqpUrl: amqp.href,
    declareQueues: (service) => declareQueues(amqp.href, service),
    getAmqpUrl: (service) => (ctl && isService(service) ? toUserUrl(service, amqp) : amqp.href),
    drop: async () => {
      await databases.drop();
      if (!ctl || !vhost) return;
      // Deleting a vhost costs half a second; only its queues have a continuing cost.
      await (endsWithRun() ? deleteQueues(amqp.href) : deleteVhost(ctl, vhost));
    },
  };
}

const isService = (name: string): boolean => services.some((service) => name === `svc-${service}`);

function toUserUrl(user: string, address: URL): string {
  const url = new URL(address);
  url.username = user;
  return url.href;
}

async function addOwnVhost(
  ctl: Rabbitmqctl,
  { username: user, password }: Pick<URL, 'username' | 'password'>,
): Promise<string> {
  const vhost = createSuiteName();
  await addVhosts(ctl, [vhost], { user, password });
  return vhost;
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const suiteDatabases = databases.filter(({ name }) => name.startsWith(prefix));
    await Promise.all(suiteDatabases.map(({ name }) => client.db(name).dropDatabase()));
  } finally {
    await client.close();
  }
}
