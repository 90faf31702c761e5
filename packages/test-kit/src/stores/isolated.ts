import { randomBytes } from 'node:crypto';
import { mongo } from 'mongoose';
import { givenStores } from './given.ts';
import { addVhost, deleteVhost } from './rabbitmqctl.ts';

/** A suite's own part of the run's stores. */
export interface IsolatedStores {
  /** Its path is the prefix of the suite's databases: a service uses `<prefix>_<service>`. */
  mongoUrl: string;
  /** Its path is the suite's own vhost. */
  amqpUrl: string;
  /** Drops the databases and the vhost. */
  drop: () => Promise<void>;
}

/**
 * Databases and a vhost that no other suite sees, on the stores that run already.
 * On a given broker without rabbitmqctl (TEST_RABBITMQCTL) the vhost is the one of TEST_AMQP_URL.
 */
export async function isolated(): Promise<IsolatedStores> {
  const stores = givenStores();
  if (!stores) throw new Error('No stores run: suites that need them belong into the integration project.');
  const { mongoUrl, amqpUrl, ctl } = stores;
  const name = `suite_${randomBytes(5).toString('hex')}`;
  const amqp = new URL(amqpUrl);
  if (ctl) {
    await addVhost(ctl, name, amqp.username);
    amqp.pathname = name;
  }
  const database = new URL(mongoUrl);
  database.pathname = name;
  return {
    mongoUrl: database.href,
    amqpUrl: amqp.href,
    drop: async () => {
      await dropDatabases(mongoUrl, `${name}_`);
      if (ctl) await deleteVhost(ctl, name);
    },
  };
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
