import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import mongoose from 'mongoose';
import { ConfigurationError } from '../config.ts';
import { DependencyUnavailable } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import { registerGauges } from '../metrics.ts';
import { findTlsFault } from '../tls.ts';
import { traceCommands } from '../tracing/mongo-commands.ts';
import { spans } from '../tracing/span.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { type KnownIndexes, listIndexes } from './indexes.ts';

const RETRY_MS = 10_000;
const RECONNECT_MS = 1000;

export interface Database {
  readonly connection: Connection;
  /** Majority write concern. Nested calls join and must be sequential. `work` repeats after a write conflict. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Transaction {
  readonly afterCommit: Set<() => void>;
}

export interface OpenDatabase extends Database {
  /** @throws outside a transaction. */
  afterCommit(action: () => void): void;
  ping(): Promise<void>;
  prepareModels(): Promise<void>;
  /** Indexes of the models, by name. */
  listIndexes(): KnownIndexes;
  close(): Promise<void>;
}

/** Write conflicts are no sign that the database is down. */
const toTransactionError = (failure: unknown): DependencyUnavailable =>
  new DependencyUnavailable(isDatabaseUnavailable(failure) ? 'store' : 'contended store', failure);

function runTransaction<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RETRY_MS;
  let lastFailure: unknown;
  const attempt = async (): Promise<Result> => {
    if (performance.now() > deadline) throw toTransactionError(lastFailure);
    try {
      const result = await work();
      failpoint('before-commit');
      return result;
    } catch (error) {
      lastFailure = error;
      throw error;
    }
  };
  return connection.transaction(attempt, {
    readConcern: 'snapshot',
    writeConcern: { w: 'majority' },
  }) as Promise<Result>;
}

function createDatabase(connection: Connection): OpenDatabase {
  const transactions = new AsyncLocalStorage<Transaction>();

  return {
    connection,
    async transaction(work) {
      if (transactions.getStore()) return work();
      const transaction: Transaction = { afterCommit: new Set() };
      const result = await transactions.run(transaction, () =>
        runTransaction(connection, () => {
          transaction.afterCommit.clear();
          return work();
        }),
      );
      failpoint('after-commit');
      for (const action of transaction.afterCommit) action();
      return result;
    },
    afterCommit(action) {
      const transaction = transactions.getStore();
      if (!transaction) throw new Error('This must be called inside db.transaction');
      transaction.afterCommit.add(action);
    },
    async ping() {
      if (!connection.db) throw new DependencyUnavailable('store');
      await connection.db.command({ ping: 1 });
    },
    async prepareModels() {
      await Promise.all(Object.values(connection.models).map(prepare));
    },
    listIndexes: () => listIndexes(connection),
    close: () => connection.close(),
  };
}

const INDEX_CONFLICTS: readonly unknown[] = [85, 86];

/** Creates indexes and drops none: another version that runs may need it. @throws ConfigurationError for one with other options */
const prepare = <Row>(model: Model<Row>): Promise<unknown> =>
  model.init().catch((error) => {
    if (!INDEX_CONFLICTS.includes(error?.code)) throw error;
    throw new ConfigurationError(
      `An index of ${model.collection.collectionName} exists with other options: give the changed one another name (${error.message}).`,
      { cause: error },
    );
  });

interface DatabaseOptions {
  /** A database in it prefixes the services' databases; default `archaka`. */
  readonly url: string;
  readonly service: string;
  readonly log: Log;
}

export function databaseName(url: string, service: string): string {
  const prefix = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'archaka';
  return `${prefix}_${service}`;
}

const MALFORMED_ADDRESS =
  'MONGO_URL: the driver cannot read this address (mongodb://<host>:<port>/?replicaSet=<name>), or a file that it names';

/** The driver's own message may contain the password. */
const isMalformedAddress = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoAPIError ||
  error instanceof mongoose.mongo.MongoParseError ||
  Object(error).code === 'ENOENT';

/** Retries until the database is there. @throws ConfigurationError for an address that no retry makes valid */
export async function openDatabase({ url, service, log }: DatabaseOptions): Promise<OpenDatabase> {
  mongoose.set('transactionAsyncLocalStorage', true);
  const connection = mongoose.createConnection();
  const options = {
    dbName: databaseName(url, service),
    // A restore rejects while a connection of this name exists.
    appName: databaseName(url, service),
    bufferCommands: false,
    writeConcern: { w: 'majority' as const },
    connectTimeoutMS: 4000,
    serverSelectionTimeoutMS: 4000,
    heartbeatFrequencyMS: 2000,
    socketTimeoutMS: 30_000,
    maxPoolSize: 50,
    monitorCommands: spans.hasSubscribers,
  };
  for (;;) {
    try {
      await connection.openUri(url, options);
      if (options.monitorCommands) traceCommands(connection.getClient());
      return createDatabase(connection);
    } catch (error) {
      if (isMalformedAddress(error)) throw new ConfigurationError(MALFORMED_ADDRESS);
      log.warn({ err: error, ...findTlsFault(error) }, 'the database does not respond yet; trying again');
      await pause(RECONNECT_MS);
    }
  }
}

/** By the database's clock; undefined without a connection. */
export async function readDatabaseTime({ connection }: Database): Promise<Date | undefined> {
  return (await connection.db?.command({ hello: 1 }))?.localTime;
}

/** Compares the database's time with the middle of the request's duration. */
export const registerClockMetric = (db: Database): void =>
  registerGauges(
    {
      clock_offset_seconds: 'Clock of this machine minus the clock of the database',
    },
    async () => {
      const sentAt = Date.now();
      const databaseTime = Number(await readDatabaseTime(db));
      return { clock_offset_seconds: ((sentAt + Date.now()) / 2 - databaseTime) / 1000 };
    },
  );
