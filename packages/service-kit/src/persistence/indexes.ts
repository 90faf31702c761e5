import type { Connection } from 'mongoose';

/** Names of indexes by collection, as a version of the service declares them. */
export type KnownIndexes = Readonly<Record<string, readonly string[]>>;

/** Of every collection; nothing declares it. */
const PRIMARY = '_id_';

/** As MongoDB names an index without a name. */
const toName = (keys: object): string => Object.entries(keys).flat().join('_');

export const listIndexes = (connection: Connection): KnownIndexes =>
  Object.fromEntries(
    Object.values(connection.models).map(({ collection, schema }) => [
      collection.collectionName,
      schema.indexes().map(([keys, options]) => options?.name ?? toName(keys)),
    ]),
  );

interface UnknownIndex {
  readonly collection: string;
  readonly name: string;
}

/** Indexes that none of the versions knows, of collections that one of them knows. */
export async function findUnknownIndexes(
  connection: Connection,
  versions: readonly KnownIndexes[],
): Promise<UnknownIndex[]> {
  const collections = [...new Set(versions.flatMap((known) => Object.keys(known)))].toSorted();
  const unknown: UnknownIndex[] = [];
  for (const collection of collections) {
    const names = new Set([PRIMARY, ...versions.flatMap((known) => known[collection] ?? [])]);
    const existing = await connection.collection(collection).indexes();
    for (const { name = PRIMARY } of existing) if (!names.has(name)) unknown.push({ collection, name });
  }
  return unknown;
}
