import type { Service } from '@archaka/contracts';
import { CommandError } from '@archaka/operators';
import type { Connection, mongo } from 'mongoose';
import * as z from 'zod';
import { toBuffer } from '../data-keys/to-buffer.ts';
import { type OldRows, rewriteRows } from '../keyring/rewrite-rows.ts';
import { runCommand } from '../run-command.ts';
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

/**
 * Moves a service's sealed files from its database into the bucket while the service runs; a file that changes
 * meanwhile stays with its row. Resumable. Exit code 0: none is left, 1: some are left, 2: failure.
 */
export const runFileMove = (service: Service, fields: readonly FileField[]): Promise<void> =>
  runCommand({
    name: 'files',
    service,
    config: moveConfig,
    parseOptions: (args) => {
      if (args.length > 0) throw new CommandError('This takes no arguments.');
    },
    permission: () => 'rotate',
    audit: { action: 'command.rotate', describe: () => ({ detail: { which: 'files' } }) },
    run: async ({ db: { connection }, config }) => {
      const bucket = await openServiceBucket(service, config);
      if (!bucket) throw new CommandError('FILES_URL must name the bucket that the files go to.');
      let left = 0;
      for (const field of fields) {
        const old = findStoredInRows(connection, bucket, field);
        const before = await old.count();
        const remaining = await rewriteRows(old, ({ done, total, perSecond }) =>
          console.log(`${done} of ${total} ${old.name}, ${perSecond} a second`),
        );
        console.log(`svc-${service}: ${before} ${old.name} in the database before, ${remaining} after`);
        left += remaining;
      }
      return left > 0 ? 1 : 0;
    },
  });
