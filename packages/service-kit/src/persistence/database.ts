import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection, type Model } from 'mongoose';
import { DependencyUnavailable } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import { findTlsFault } from '../tls.ts';
import { traceCommands } from '../tracing/mongo-commands.ts';
import { spans } from '../tracing/span.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** A transaction is not tried again after this time, so that a caller hears of a store that is down. */
const RETRY_MS = 10_000;
const RECONNECT_MS = 1000;

export interface Database {
  /** Make models from it: `connection.model('Draft', schema)`. */
  readonly connection: Connection;
  /**
   * Runs with majority write concern; every call of a model inside joins by itself, and so does a
   * transaction inside a transaction. `work` runs again after a write conflict. Its calls must come
   * one after the other: a transaction takes none side by side.
   */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** What the outbox needs to know of a transaction. */
interface Transaction {
  readonly afterCommit: Set<() => void>;
}

export interface OpenDatabase extends Database {
  /** Runs `action` once the current transaction has committed; throws outside of one. */
  afterCommit(action: () => void): void;
  /** Rejects while the database does not answer. */
  ping(): Promise<void>;
  /** Waits until the collections and indexes of all models are there. */
  prepareModels(): Promise<void>;
  close(): Promise<void>;
}

/** Conflicts with other transactions are no sign that the store is down for everybody. */
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
    close: () => connection.close(),
  };
}

/** An index of the same name was made otherwise, by an earlier version. */
const INDEX_CONFLICTS: readonly unknown[] = [85, 86];

/** Makes the model's collection and indexes; where an earlier version made other ones, they are made anew. */
const prepare = <Row>(model: Model<Row>): Promise<unknown> =>
  model.init().catch((error) => {
    if (INDEX_CONFLICTS.includes(error?.code)) return model.syncIndexes();
    throw error;
  });

interface DatabaseOptions {
  /** A database in it is the prefix of the services' databases; `archaka` unless given. */
  readonly url: string;
  readonly service: string;
  readonly log: Log;
}

/** A service's own database: `archaka_payment`. */
export function databaseName(url: string, service: string): string {
  const prefix = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'archaka';
  return `${prefix}_${service}`;
}

/** Connects, and goes on trying while the database is not there yet. */
export async function openDatabase({ url, service, log }: DatabaseOptions): Promise<OpenDatabase> {
  mongoose.set('transactionAsyncLocalStorage', true);
  const connection = mongoose.createConnection();
  const options = {
    dbName: databaseName(url, service),
    // By this name the store lists who is connected: a restore refuses while a service is.
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
      log.warn({ err: error, ...findTlsFault(error) }, 'database does not answer yet');
      await pause(RECONNECT_MS);
    }
  }
}
