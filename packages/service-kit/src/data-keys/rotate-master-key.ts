import type { Service } from '@archaka/contracts';
import type { Connection } from 'mongoose';
import type { OldRows } from '../keyring/rewrite-rows.ts';
import type { Rotation } from '../keyring/rotate-keys.ts';
import type { Database } from '../persistence/database.ts';
import { CANARY_CONTEXT, getCanaryRows } from './check-master-key.ts';
import { type DataKeyRow, getDataKeyRows } from './data-key-repository.ts';
import { toKeyContext } from './data-keys.ts';
import type { KeyContext, NamedKms } from './kms.ts';
import { type MasterKeyConfig, openKms } from './open-kms.ts';
import { toBuffer } from './to-buffer.ts';

type WrappedRow = Required<Pick<DataKeyRow, '_id' | 'master' | 'wrapped'>>;

interface WrappedRows {
  readonly name: string;
  readonly rows: ReturnType<Connection['collection']>;
  readonly toContext: (id: string) => KeyContext;
}

/** Selects keys that another master key than the current one wraps. Rewrapping changes no data key. */
function findOldWraps({ name, rows, toContext }: WrappedRows, kms: NamedKms): OldRows {
  const old = { master: { $exists: true, $ne: kms.current } };
  return {
    name,
    count: () => rows.countDocuments(old),
    rows: () => rows.find(old),
    rewrite: async (row) => {
      const { _id, master, wrapped } = row as WrappedRow;
      const context = toContext(_id);
      const key = await kms.unwrap({ master, bytes: toBuffer(wrapped) }, context);
      const rewrapped = await kms.wrap(key, context);
      await rows.updateOne(
        { _id: _id as never, master },
        { $set: { master: rewrapped.master, wrapped: rewrapped.bytes } },
      );
    },
  };
}

interface DataKeyContext {
  readonly db: Pick<Database, 'connection'>;
  readonly config: MasterKeyConfig;
}

/** Rewraps the canary last: a start names the missing key as long as any row needs it. */
export async function findOldDataKeys(
  service: Service,
  { db: { connection }, config }: DataKeyContext,
): Promise<OldRows[]> {
  const kms = await openKms(config);
  const keys = {
    name: 'data keys',
    rows: getDataKeyRows(connection) as never,
    toContext: (id: string) => toKeyContext(service, id),
  };
  const canary = {
    name: 'canary',
    rows: getCanaryRows(connection) as never,
    toContext: () => CANARY_CONTEXT,
  };
  return [keys, canary].map((each) => findOldWraps(each, kms));
}

/** Rewraps data keys only; the values they seal stay unchanged. */
export const createMasterKeyRotation = async (
  service: Service,
  context: DataKeyContext,
): Promise<Rotation> => ({
  variable: 'MASTER_KEYS',
  ring: context.config.MASTER_KEYS,
  oldRows: await findOldDataKeys(service, context),
});
