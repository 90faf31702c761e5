import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../persistence/database-errors.ts';
import type { WrappedKey } from './kms.ts';
import { toBuffer } from './to-buffer.ts';

const DATA_KEYS = 'datakeys';

/** `_id`: the user id. A row without a wrapped key marks an erased person. */
export interface DataKeyRow {
  readonly _id: string;
  readonly master?: string;
  readonly wrapped?: Buffer;
  readonly createdAt: Date;
  readonly erasedAt?: Date;
}

export interface DataKeyRepository {
  readonly find: (userId: string) => Promise<DataKeyRow | undefined>;
  /** Returns the row that was stored first. */
  readonly add: (userId: string, wrapped: WrappedKey) => Promise<DataKeyRow>;
  readonly erase: (userId: string) => Promise<void>;
}

/** Reads majority-committed rows: a failover may revert others, and then nothing sealed under them opens. */
const COMMITTED = { readConcern: { level: 'majority' } } as const;

/** Runs outside of transactions, so that no rollback removes a key in use. */
export const getDataKeyRows = (connection: Connection) => connection.collection<DataKeyRow>(DATA_KEYS);

export function createDataKeyRepository(connection: Connection): DataKeyRepository {
  const rows = getDataKeyRows(connection);
  const toRow = ({ wrapped, ...row }: DataKeyRow): DataKeyRow => ({
    ...row,
    ...(wrapped && { wrapped: toBuffer(wrapped) }),
  });
  const find = async (userId: string) => {
    const row = await rows.findOne({ _id: userId }, COMMITTED);
    return row ? toRow(row) : undefined;
  };

  return {
    find,

    add: async (userId, { master, bytes }) => {
      const first = { $setOnInsert: { master, wrapped: bytes, createdAt: new Date() } };
      const insert = () =>
        rows.findOneAndUpdate({ _id: userId }, first, {
          upsert: true,
          returnDocument: 'after',
          writeConcern: { w: 'majority' },
        });
      const row = await insert().catch((error) => {
        if (!isDuplicateKey(error)) throw error;
        return insert();
      });
      if (!row) throw new Error('a data key was neither found nor added');
      return toRow(row);
    },

    erase: async (userId) => {
      const now = new Date();
      await rows.updateOne(
        { _id: userId },
        { $unset: { wrapped: 1, master: 1 }, $set: { erasedAt: now }, $setOnInsert: { createdAt: now } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
    },
  };
}
