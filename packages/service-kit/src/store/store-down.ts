import mongoose from 'mongoose';
import { PartDown } from '../errors.ts';

const kinds = [
  mongoose.mongo.MongoNetworkError,
  mongoose.mongo.MongoNotConnectedError,
  mongoose.mongo.MongoOperationTimeoutError,
  mongoose.mongo.MongoServerSelectionError,
  mongoose.mongo.MongoTopologyClosedError,
  mongoose.Error.MongooseServerSelectionError,
];

/** Whether an error says that the database did not answer, rather than that it refused something. */
export const isStoreDown = (error: unknown): boolean =>
  kinds.some((kind) => error instanceof kind) || (error instanceof PartDown && error.part === 'store');

/** Such an error is a 503. */
export const storeRefusal = (error: unknown): PartDown | undefined =>
  isStoreDown(error) ? new PartDown('store', error) : undefined;
