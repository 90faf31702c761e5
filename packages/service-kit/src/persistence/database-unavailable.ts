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
 * What a member answers that is no primary any more or is going down: NotWritablePrimary, NotPrimaryNoSecondaryOk,
 * NotPrimaryOrSecondary, PrimarySteppedDown, ShutdownInProgress, InterruptedAtShutdown and
 * InterruptedDueToReplStateChange (MongoDB's error codes).
 */
const STEPPING_DOWN: readonly unknown[] = [10107, 13435, 13436, 189, 91, 11600, 11602];

/** The driver lets these out as they are when a connection is cut under it. */
const CONNECTION_CUT: readonly unknown[] = ['EPIPE', 'ECONNRESET'];

const isSteppingDown = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && STEPPING_DOWN.includes(error.code);

/** The driver wraps what went wrong on the way of many writes; what a server refused has a code. */
const isInterruptedBulkWrite = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoBulkWriteError && error.code === undefined;

const isConnectionCut = (error: unknown): boolean =>
  error instanceof Error && CONNECTION_CUT.includes(Object(error).code);

/** Whether an error says that the database did not answer, rather than that it refused something. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  kinds.some((kind) => error instanceof kind) ||
  isSteppingDown(error) ||
  isInterruptedBulkWrite(error) ||
  isConnectionCut(error) ||
  (error instanceof DependencyUnavailable && error.dependency === 'store');

/** Such an error is a 503. */
export const toDependencyError = (error: unknown): DependencyUnavailable | undefined =>
  isDatabaseUnavailable(error) ? new DependencyUnavailable('store', error) : undefined;
