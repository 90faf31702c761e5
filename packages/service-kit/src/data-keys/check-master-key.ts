import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { ConfigurationError } from '../config.ts';
import { DependencyUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { isDuplicateKey } from '../persistence/database-errors.ts';
import { type NamedKms, UnknownMasterKey, WrongMasterKey } from './kms.ts';
import { toBuffer } from './to-buffer.ts';

interface CanaryRow {
  readonly _id: string;
  readonly master: string;
  readonly wrapped: Buffer;
}

const CANARY = 'canary';
export const CANARY_CONTEXT = { purpose: CANARY };

export const getCanaryRows = (connection: Connection) => connection.collection<CanaryRow>('masterkeys');

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
