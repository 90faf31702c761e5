import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, OpenDatabase } from '@archaka/service-kit';
import type { Model, Schema } from 'mongoose';
import type { Life } from './life.ts';
import type { Place } from './mishaps.ts';

/** A committed transaction: what it gave, which evidence it touched, which order it locked. */
export interface Commit {
  readonly result: unknown;
  readonly keys: readonly string[];
  readonly orderId: string | undefined;
}

interface Writing {
  keys: string[];
  orderId: string | undefined;
}

const CALLS: readonly PropertyKey[] = [
  'aggregate',
  'find',
  'findOne',
  'findOneAndUpdate',
  'updateOne',
  'updateMany',
  'insertMany',
];

const placeOf = (model: string, call: PropertyKey): Place =>
  model === 'Evidence' && call === 'aggregate'
    ? 'evidence is kept and not taken to work on'
    : 'before any other word to the store';

interface Filter {
  readonly _id?: unknown;
  readonly order_id?: unknown;
}

const keysOf = (id: unknown): string[] =>
  typeof id === 'string' ? [id] : ((Object(id) as { $in?: string[] }).$in ?? []);

/** The real database as one life of a process has it: it may die at every word to it. */
export function mortalStore(db: OpenDatabase, life: Life, onCommit: (commit: Commit) => void): Database {
  const transactions = new AsyncLocalStorage<Writing>();

  function note(model: string, { _id, order_id }: Filter): void {
    const writing = transactions.getStore();
    if (model === 'Evidence') writing?.keys.push(...keysOf(_id));
    if (writing && model === 'Order' && typeof order_id === 'string') writing.orderId = order_id;
  }

  const mortal = <Row>(model: Model<Row>): Model<Row> =>
    new Proxy(model, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (!CALLS.includes(name)) return value;
        return (...args: unknown[]) => {
          life.pass(placeOf(target.modelName, name));
          note(target.modelName, Object(args[0]) as Filter);
          return Reflect.apply(value, target, args);
        };
      },
    });
  const model = (name: string, schema: Schema<object>, collection?: string) => {
    const known: Model<object> | undefined = db.connection.models[name];
    return mortal(known ?? db.connection.model<object>(name, schema, collection));
  };

  return {
    connection: Object.create(db.connection, { model: { value: model } }),
    async transaction(work) {
      let writing: Writing = { keys: [], orderId: undefined };
      const result = await life.leaves(
        db.transaction(() => {
          writing = { keys: [], orderId: undefined };
          return transactions.run(writing, async () => {
            const done = await work();
            life.pass('before a commit');
            return done;
          });
        }),
      );
      onCommit({ result, ...writing });
      life.pass('after a commit');
      return result;
    },
  };
}
