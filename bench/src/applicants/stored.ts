import { mongo } from 'mongoose';

/** Bytes of a collection. */
export interface Stored {
  readonly count: number;
  /** As the documents are, before the store compresses them. */
  readonly data: number;
  /** In the store's files, without what these keep free; indexes apart. */
  readonly files: number;
  readonly indexes: number;
}

const NOTHING: Stored = { count: 0, data: 0, files: 0, indexes: 0 };

interface FileStats {
  readonly 'block-manager': { readonly 'file bytes available for reuse': number };
}

interface StorageStats {
  readonly count: number;
  readonly size: number;
  readonly storageSize: number;
  readonly freeStorageSize: number;
  readonly totalIndexSize: number;
  readonly indexDetails: Readonly<Record<string, FileStats>>;
}

/** Every collection of the portal, by `<database>.<collection>`. */
export async function storedIn(mongoUrl: string): Promise<Map<string, Stored>> {
  const client = await new mongo.MongoClient(mongoUrl).connect();
  try {
    // Writes what is in memory into the files, so that they have their size.
    await client.db('admin').command({ fsync: 1 });
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const ours = databases.map(({ name }) => name).filter((name) => name.startsWith('archaka_'));
    const collections = await Promise.all(
      ours.map(async (name) =>
        (await client.db(name).listCollections({ type: 'collection' }).toArray()).map((one) =>
          client.db(name).collection(one.name),
        ),
      ),
    );
    return new Map(
      await Promise.all(collections.flat().map(async (one) => [one.namespace, await sizesOf(one)] as const)),
    );
  } finally {
    await client.close();
  }
}

async function sizesOf(collection: mongo.Collection): Promise<Stored> {
  const [stats] = await collection
    .aggregate<{ storageStats: StorageStats }>([{ $collStats: { storageStats: {} } }])
    .toArray();
  if (!stats) return NOTHING;
  const { count, size, storageSize, freeStorageSize, totalIndexSize, indexDetails } = stats.storageStats;
  const free = Object.values(indexDetails).map(
    (file) => file['block-manager']['file bytes available for reuse'],
  );
  return {
    count,
    data: size,
    files: storageSize - freeStorageSize,
    indexes: free.reduce((left, reusable) => left - reusable, totalIndexSize),
  };
}

/** How much each collection has grown for each of so many applicants; without those that have not. */
export function growth(
  before: ReadonlyMap<string, Stored>,
  after: ReadonlyMap<string, Stored>,
  applicants: number,
): Map<string, Stored> {
  const each = [...after].map(([name, now]) => {
    const then = before.get(name) ?? NOTHING;
    const grown = (what: keyof Stored) => (now[what] - then[what]) / applicants;
    const stored = {
      count: grown('count'),
      data: grown('data'),
      files: grown('files'),
      indexes: grown('indexes'),
    };
    return [name, stored] as const;
  });
  return new Map(each.filter(([, { count }]) => count > 0));
}
