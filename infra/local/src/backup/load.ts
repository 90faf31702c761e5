import { join } from 'node:path';
import type { Bucket } from '@archaka/service-kit/bucket';
import { BSON, type Collection, type Document, type MongoClient } from 'mongodb';
import { readDocuments } from './collection-file.ts';
import { listServiceDatabases } from './databases.ts';
import type { Manifest } from './manifest.ts';
import { isObjects, loadObjects } from './objects.ts';

/** Maximum size of one insert: MongoDB accepts 48 MB, and an applicant's file is one document. */
const BATCH = { documents: 1000, bytes: 16_000_000 };
/** Preserves the BSON types of numbers, so that documents are restored byte for byte. */
const deserializeOptions = { promoteValues: false, bsonRegExp: true } as const;

interface LoadOptions {
  mongoUrl: string;
  folder: string;
  backup: Manifest;
  /** Undefined if files are in MongoDB. */
  bucket: Bucket | undefined;
}

/** Writes all of the backup's documents and objects; the services create the indexes when they start. */
export async function load(
  client: MongoClient,
  { mongoUrl, folder, backup, bucket }: LoadOptions,
): Promise<void> {
  for (const { service, name } of listServiceDatabases(mongoUrl)) {
    const collections = backup.databases.find((each) => each.service === service)?.collections ?? [];
    for (const each of collections) {
      const path = join(folder, each.file);
      if (bucket && isObjects(each)) await loadObjects(bucket, path);
      else await insertDocuments(client.db(name).collection(each.name), path);
    }
  }
}

/** @throws when a document cannot be read or stored */
export async function insertDocuments(collection: Collection, path: string): Promise<void> {
  let batch: Document[] = [];
  let bytes = 0;
  const insert = async () => {
    const documents = batch;
    [batch, bytes] = [[], 0];
    if (documents.length > 0) await collection.insertMany(documents, { forceServerObjectId: true });
  };
  for await (const document of readDocuments(path)) {
    if (batch.length === BATCH.documents || bytes + document.length > BATCH.bytes) await insert();
    batch.push(BSON.deserialize(document, deserializeOptions));
    bytes += document.length;
  }
  await insert();
}
