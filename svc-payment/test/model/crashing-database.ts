import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, OpenDatabase } from '@archaka/service-kit';
import type { Model, Schema } from 'mongoose';
import type { CrashPoint } from './faults.ts';
import type { ProcessRun } from './process-run.ts';

/** A committed transaction: its result, the evidence it changed, the order it locked. */
export interface Commit {
  readonly result: unknown;
  readonly keys: readonly string[];
  readonly orderId: string | undefined;
}

interface TransactionWrites {
  keys: string[];
  orderId: string | undefined;
}

const MODEL_METHODS: readonly PropertyKey[] = [
  'aggregate',
  'find',
  'findOne',
  'findOneAndUpdate',
  'updateOne',
  'updateMany',
  'insertMany',
];

const toCrashPoint = (model: string, call: PropertyKey): CrashPoint =>
  model === 'Evidence' && call === 'aggregate'
    ? 'evidence is stored but not processed'
    : 'before any other word to the store';

interface Filter {
  readonly _id?: unknown;
  readonly order_id?: unknown;
}

const toKeys = (id: unknown): string[] =>
  typeof id === 'string' ? [id] : ((Object(id) as { $in?: string[] }).$in ?? []);

/** The real database as one process run sees it: the process may crash at every command. */
export function createCrashingDatabase(
  db: OpenDatabase,
  life: ProcessRun,
  onCommit: (commit: Commit) => void,
): Database {
  const transactions = new AsyncLocalStorage<TransactionWrites>();

  function recordWrite(model: string, { _id, order_id }: Filter): void {
    const writes = transactions.getStore();
    if (model === 'Evidence') writes?.keys.push(...toKeys(_id));
    if (writes && model === 'Order' && typeof order_id === 'string') writes.orderId = order_id;
  }

  const wrapModel = <Row>(model: Model<Row>): Model<Row> =>
    new Proxy(model, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (!MODEL_METHODS.includes(name)) return value;
        return (...args: unknown[]) => {
          life.reach(toCrashPoint(target.modelName, name));
          recordWrite(target.modelName, Object(args[0]) as Filter);
          return Reflect.apply(value, target, args);
        };
      },
    });
  const model = (name: string, schema: Schema<object>, collection?: string) => {
    const known: Model<object> | undefined = db.connection.models[name];
    return wrapModel(known ?? db.connection.model<object>(name, schema, collection));
  };

  return {
    connection: Object.create(db.connection, { model: { value: model } }),
    async transaction(work) {
      let writes: TransactionWrites = { keys: [], orderId: undefined };
      const result = await life.trackCommit(
        db.transaction(() => {
          writes = { keys: [], orderId: undefined };
          return transactions.run(writes, async () => {
            const done = await work();
            life.reach('before a commit');
            return done;
          });
        }),
      );
      onCommit({ result, ...writes });
      life.reach('after a commit');
      return result;
    },
  };
}
