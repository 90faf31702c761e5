import { createCounter, defineJob, type Job } from '@archaka/service-kit';
import type { Connection } from 'mongoose';
import type { ServiceBucket, StoredFile } from './file-storage.ts';

/** A field of a service's rows that holds a `StoredFile`. */
export interface FileField {
  readonly collection: string;
  readonly field: string;
}

interface FileRow {
  readonly _id: string;
  readonly [field: string]: unknown;
}

/** The object keys that a row names. Each row is read by its id, which its objects' keys hold. */
async function findReferencedObjects(
  connection: Connection,
  fields: readonly FileField[],
  keys: readonly string[],
): Promise<Set<string>> {
  const referenced = new Set<string>();
  for (const collection of new Set(fields.map((each) => each.collection))) {
    const names = fields.filter((each) => each.collection === collection).map(({ field }) => field);
    const ids = keys.flatMap((key) => {
      const [, keyCollection, id = ''] = key.split('/');
      return keyCollection === collection ? [decodeURIComponent(id)] : [];
    });
    const projection = Object.fromEntries(names.map((name) => [`${name}.object`, 1]));
    const rows = connection.collection<FileRow>(collection).find({ _id: { $in: ids } }, { projection });
    for await (const row of rows)
      for (const name of names) {
        const { object } = Object(row[name]) as Partial<StoredFile>;
        if (object !== undefined) referenced.add(object);
      }
  }
  return referenced;
}

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 6 * HOUR_MS;
/** The row may still be uncommitted, and a running backup may still read the object. */
const GRACE_HOURS = 24;

interface UnreferencedObject {
  /** The object's key. */
  _id: string;
  since: Date;
}

interface ObjectSweepOptions {
  readonly connection: Connection;
  readonly bucket: ServiceBucket;
  readonly fields: readonly FileField[];
  readonly graceHours?: number;
}

const deletedObjects = createCounter({
  name: 'unreferenced_objects_deleted_total',
  description: 'Objects deleted from the bucket because no row refers to them',
});

/** Stores since when an object is unreferenced, by the database's clock. */
function createUnreferenced(connection: Connection, graceHours: number) {
  const rows = connection.collection<UnreferencedObject>('unreferencedobjects');
  const isOverdue = { $expr: { $lt: ['$since', { $subtract: ['$$NOW', graceHours * HOUR_MS] }] } };
  return {
    add: async (keys: readonly string[]) => {
      if (keys.length === 0) return;
      const since = [{ $set: { since: { $ifNull: ['$since', '$$NOW'] } } }];
      const updates = keys.map((_id) => ({ updateOne: { filter: { _id }, update: since, upsert: true } }));
      await rows.bulkWrite(updates, { ordered: false });
    },
    remove: (keys: readonly string[]) => rows.deleteMany({ _id: { $in: [...keys] } }),
    listOverdue: async (keys: readonly string[]) =>
      (await rows.find({ _id: { $in: [...keys] }, ...isOverdue }).toArray()).map(({ _id }) => _id),
  };
}

/**
 * Deletes objects that no row has named for a day: of deleted rows, and of writes that ended between object
 * and row.
 * Resumable; each pass visits every object of the service.
 */
export async function sweepObjects(
  { connection, bucket, fields, graceHours = GRACE_HOURS }: ObjectSweepOptions,
  signal: AbortSignal,
): Promise<void> {
  const unreferenced = createUnreferenced(connection, graceHours);
  for await (const keys of bucket.list(bucket.folder, { isDeep: true })) {
    if (signal.aborted) return;
    const referenced = await findReferencedObjects(connection, fields, keys);
    const others = keys.filter((key) => !referenced.has(key));
    await unreferenced.remove([...referenced]);
    await unreferenced.add(others);
    const overdue = await unreferenced.listOverdue(others);
    await bucket.remove(overdue);
    await unreferenced.remove(overdue);
    for (const _ of overdue) deletedObjects.add();
  }
}

/** None where the service has no bucket. */
export const createObjectSweeps = ({
  bucket,
  ...options
}: Omit<ObjectSweepOptions, 'bucket'> & { readonly bucket: ServiceBucket | undefined }): Job[] =>
  bucket
    ? [
        defineJob({
          name: 'object-sweep',
          ms: INTERVAL_MS,
          run: (signal) => sweepObjects({ bucket, ...options }, signal),
        }),
      ]
    : [];
