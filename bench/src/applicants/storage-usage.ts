import { mongo } from 'mongoose';

/** Bytes of a collection. */
export interface StorageUsage {
  readonly count: number;
  /** Uncompressed size of the documents. */
  readonly data: number;
  /** In the store's files, without their free space; indexes are separate. */
  readonly files: number;
  readonly indexes: number;
}

const NO_STORAGE: StorageUsage = { count: 0, data: 0, files: 0, indexes: 0 };

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
export async function readStorage(mongoUrl: string): Promise<Map<string, StorageUsage>> {
  const client = await new mongo.MongoClient(mongoUrl).connect();
  try {
    // Flushes memory to the files, so that they have their size.
    await client.db('admin').command({ fsync: 1 });
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const portalDatabases = databases.map(({ name }) => name).filter((name) => name.startsWith('archaka_'));
    const collections = await Promise.all(
      portalDatabases.map(async (name) =>
        (await client.db(name).listCollections({ type: 'collection' }).toArray()).map((collection) =>
          client.db(name).collection(collection.name),
        ),
      ),
    );
    return new Map(
      await Promise.all(
        collections
          .flat()
          .map(async (collection) => [collection.namespace, await readSizes(collection)] as const),
      ),
    );
  } finally {
    await client.close();
  }
}

async function readSizes(collection: mongo.Collection): Promise<StorageUsage> {
  const [stats] = await collection
    .aggregate<{ storageStats: StorageStats }>([{ $collStats: { storageStats: {} } }])
    .toArray();
  if (!stats) return NO_STORAGE;
  const { count, size, storageSize, freeStorageSize, totalIndexSize, indexDetails } = stats.storageStats;
  const freeBytes = Object.values(indexDetails).map(
    (file) => file['block-manager']['file bytes available for reuse'],
  );
  return {
    count,
    data: size,
    files: storageSize - freeStorageSize,
    indexes: freeBytes.reduce((remaining, reusable) => remaining - reusable, totalIndexSize),
  };
}

/** Growth of each collection per applicant, without unchanged ones. */
export function calculateGrowth(
  before: ReadonlyMap<string, StorageUsage>,
  after: ReadonlyMap<string, StorageUsage>,
  applicants: number,
): Map<string, StorageUsage> {
  const differences = [...after].map(([name, current]) => {
    const earlier = before.get(name) ?? NO_STORAGE;
    const perApplicant = (key: keyof StorageUsage) => (current[key] - earlier[key]) / applicants;
    const usage = {
      count: perApplicant('count'),
      data: perApplicant('data'),
      files: perApplicant('files'),
      indexes: perApplicant('indexes'),
    };
    return [name, usage] as const;
  });
  return new Map(differences.filter(([, { count }]) => count > 0));
}
