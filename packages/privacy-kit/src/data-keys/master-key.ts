import { randomBytes } from 'node:crypto';
import type { Service } from '@archaka/contracts';
import {
  ConfigurationError,
  type Database,
  DependencyUnavailable,
  isDuplicateKey,
  type Log,
  type OldRows,
  type Rotation,
  toBuffer,
} from '@archaka/service-kit';
import type { Connection } from 'mongoose';
import { type DataKeyRow, getDataKeyRows, toKeyContext } from './data-keys.ts';
import {
  type KeyContext,
  type MasterKeyConfig,
  type NamedKms,
  openKms,
  UnknownMasterKey,
  WrongMasterKey,
} from './kms.ts';

interface CanaryRow {
  readonly _id: string;
  readonly master: string;
  readonly wrapped: Buffer;
}

const CANARY = 'canary';
const CANARY_CONTEXT = { purpose: CANARY };

const getCanaryRows = (connection: Connection) => connection.collection<CanaryRow>('masterkeys');

interface CheckOptions {
  readonly connection: Connection;
  readonly kms: NamedKms;
  readonly log: Pick<Log, 'warn'>;
}

async function wrapCanary({ connection, kms }: CheckOptions): Promise<void> {
  const { master, bytes } = await kms.wrap(randomBytes(32), CANARY_CONTEXT);
  const row = { _id: CANARY, master, wrapped: bytes };
  try {
    await getCanaryRows(connection).insertOne(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Unwraps a value of the first start, unless the KMS is down. @throws ConfigurationError if another key wrapped it */
export async function checkMasterKey(options: CheckOptions): Promise<void> {
  const { connection, kms, log } = options;
  try {
    const canary = await getCanaryRows(connection).findOne({ _id: CANARY });
    if (!canary) return await wrapCanary(options);
    await kms.unwrap({ master: canary.master, bytes: toBuffer(canary.wrapped) }, CANARY_CONTEXT);
  } catch (error) {
    if (error instanceof UnknownMasterKey || error instanceof WrongMasterKey)
      throw new ConfigurationError(
        `The personal data of this database is sealed under another master key: ${error.message}`,
        { cause: error },
      );
    if (!(error instanceof DependencyUnavailable) || error.dependency !== 'kms') throw error;
    log.warn({ err: error.cause }, 'the KMS does not respond yet; trying again');
  }
}

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
