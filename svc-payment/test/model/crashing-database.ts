import type { Database, OpenDatabase } from '@archaka/service-kit';
import type { Model, Schema } from 'mongoose';
import type { CrashPoint } from './faults.ts';
import type { ProcessRun } from './process-run.ts';

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

/** The real database as one process run sees it: the process may crash at every command. */
export function createCrashingDatabase(db: OpenDatabase, life: ProcessRun): Database {
  const wrapModel = <Row>(model: Model<Row>): Model<Row> =>
    new Proxy(model, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (!MODEL_METHODS.includes(name)) return value;
        return (...args: unknown[]) => {
          life.reach(toCrashPoint(target.modelName, name));
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
      const result = await life.trackCommit(
        db.transaction(async () => {
          const done = await work();
          life.reach('before a commit');
          return done;
        }),
      );
      life.reach('after a commit');
      return result;
    },
  };
}
