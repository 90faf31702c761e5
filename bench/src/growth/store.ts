import type { Portal } from '@archaka/test-kit';
import { mongo } from 'mongoose';
import type { StoredRow } from './assign-rows.ts';

/** Excluded: production has no dev inbox. */
const DEV_INBOX = 'inboxmessages';
const PREFIX = 'archaka_';
/** Application name that distinguishes the bench from the services in MongoDB. */
export const BENCH_NAME = 'growth';

export interface Expiry {
  readonly path: string;
  readonly seconds: number;
}

/** All databases of a portal. */
export interface Store {
  readonly client: mongo.MongoClient;
  readonly collection: (namespace: string) => mongo.Collection;
  readonly listDatabases: () => Promise<string[]>;
  readonly readRows: () => Promise<StoredRow[]>;
  /** Fields of TTL indexes, by namespace. */
  readonly readExpiries: () => Promise<Map<string, Expiry[]>>;
  readonly close: () => Promise<void>;
}

function createReaders(client: mongo.MongoClient) {
  const listDatabases = async () => {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    return databases.map(({ name }) => name).filter((name) => name.startsWith(PREFIX));
  };
  const listCollections = async () => {
    const collections = (await listDatabases()).map((name) => client.db(name).collections());
    return (await Promise.all(collections))
      .flat()
      .filter(({ collectionName }) => collectionName !== DEV_INBOX);
  };
  const readExpiries = async (collection: mongo.Collection): Promise<[string, Expiry[]]> => {
    const expiries = (await collection.indexes()).flatMap(({ key, expireAfterSeconds }) => {
      const [path] = Object.keys(key);
      return expireAfterSeconds === undefined || path === undefined
        ? []
        : [{ path, seconds: expireAfterSeconds }];
    });
    return [collection.namespace, expiries];
  };
  const readRows = async (collection: mongo.Collection): Promise<StoredRow[]> => {
    const rows = await collection.find().toArray();
    return rows.map((row) => ({ namespace: collection.namespace, row }));
  };
  return {
    listDatabases,
    readRows: async () => (await Promise.all((await listCollections()).map(readRows))).flat(),
    readExpiries: async () => new Map(await Promise.all((await listCollections()).map(readExpiries))),
  };
}

export async function openStore(portal: Portal): Promise<Store> {
  const { mongoUrl } = await portal.running();
  const client = await new mongo.MongoClient(mongoUrl, {
    appName: BENCH_NAME,
    promoteBuffers: true,
    writeConcern: { w: 1, journal: false },
  }).connect();
  return {
    client,
    ...createReaders(client),
    collection: (namespace) => {
      const [database = '', ...name] = namespace.split('.');
      return client.db(database).collection(name.join('.'));
    },
    close: () => client.close(),
  };
}
