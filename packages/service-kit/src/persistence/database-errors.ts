import mongoose from 'mongoose';
import { DependencyUnavailable } from '../errors.ts';

const kinds = [
  mongoose.mongo.MongoNetworkError,
  mongoose.mongo.MongoNotConnectedError,
  mongoose.mongo.MongoOperationTimeoutError,
  mongoose.mongo.MongoServerSelectionError,
  mongoose.mongo.MongoTopologyClosedError,
  mongoose.Error.MongooseServerSelectionError,
];

/**
 * MongoDB's codes of a member that steps down or shuts down: NotWritablePrimary, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary, PrimarySteppedDown, ShutdownInProgress, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange.
 */
const STEPPING_DOWN: readonly unknown[] = [10107, 13435, 13436, 189, 91, 11600, 11602];

/** NoSuchTransaction: a new primary does not know the transaction; whether the old one committed it is unknown. */
const UNKNOWN_COMMIT = 251;

/** The driver passes these on unchanged. */
const CONNECTION_CUT: readonly unknown[] = ['EPIPE', 'ECONNRESET'];

const isFailover = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError &&
  (STEPPING_DOWN.includes(error.code) || error.code === UNKNOWN_COMMIT);

/** The driver wraps network errors of bulk writes. A server's rejection has a code. */
const isInterruptedBulkWrite = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoBulkWriteError && error.code === undefined;

const isConnectionCut = (error: unknown): boolean =>
  error instanceof Error && CONNECTION_CUT.includes(Object(error).code);

/** In contrast to a rejection. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  kinds.some((kind) => error instanceof kind) ||
  isFailover(error) ||
  isInterruptedBulkWrite(error) ||
  isConnectionCut(error) ||
  (error instanceof DependencyUnavailable && error.dependency === 'store');

export const toDependencyError = (error: unknown): DependencyUnavailable | undefined =>
  isDatabaseUnavailable(error) ? new DependencyUnavailable('store', error) : undefined;

const DUPLICATE_KEY = 11000;

const hasDuplicateCode = (error: unknown): boolean => Object(error).code === DUPLICATE_KEY;

/** Of many writes, every one that failed must have met a duplicate: a bulk error has the code of its first. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) return hasDuplicateCode(error);
  if (error.result?.getWriteConcernError?.()) return false;
  const errors = [error.writeErrors ?? []].flat();
  return errors.length > 0 ? errors.every(hasDuplicateCode) : hasDuplicateCode(error);
}
