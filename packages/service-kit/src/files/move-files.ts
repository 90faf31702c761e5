import type { Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type { Connection, mongo } from 'mongoose';
import * as z from 'zod';
import { toBuffer } from '../data-keys/to-buffer.ts';
import type { OldRows } from '../keyring/rewrite-rows.ts';
import { runRewriting } from '../keyring/run-rewriting.ts';
import type { FileField } from './file-fields.ts';
import { createObjectKey, type ServiceBucket } from './file-storage.ts';
import { fileVariables, openServiceBucket } from './open-bucket.ts';

interface FileRow {
  readonly _id: string;
  readonly [field: string]: unknown;
}

const moveConfig = z.object({ MONGO_URL: z.string().min(1), ...fileVariables });

export function findStoredInRows(
  connection: Connection,
  bucket: ServiceBucket,
  { collection, field }: FileField,
): OldRows {
  const rows = connection.collection<FileRow>(collection);
  const path = `${field}.box`;
  const isInRow = { [path]: { $exists: true } };
  return {
    name: `${collection}.${field}`,
    count: () => rows.countDocuments(isInRow),
    rows: () => rows.find(isInRow, { projection: { [path]: 1 } }),
    rewrite: async (row) => {
      const { _id, [field]: stored } = row as FileRow;
      const { box } = stored as { readonly box: mongo.Binary };
      const object = createObjectKey(bucket.folder, { collection, id: _id });
      await bucket.write(object, toBuffer(box));
      await rows.updateOne(
        { _id, [path]: box },
        { $set: { [`${field}.object`]: object }, $unset: { [path]: 1 } },
      );
    },
  };
}

/** Moves sealed files into the bucket; one that changes meanwhile stays in its row. Exit codes of `runRewriting`. */
export const runFileMove = (service: Service, fields: readonly FileField[]): Promise<void> =>
  runRewriting({
    name: 'files',
    service,
    config: moveConfig,
    state: 'in the database',
    findRows: async ({ db: { connection }, config }) => {
      const bucket = await openServiceBucket(service, config);
      if (!bucket) throw new CommandError('FILES_URL must name the target bucket.');
      return fields.map((field) => findStoredInRows(connection, bucket, field));
    },
  });
