import type { Connection } from 'mongoose';
import type { Application } from '../domain/application.ts';
import { APPLICATIONS } from './applications.ts';

type Facts = Pick<Application, 'userId' | 'orderId' | 'state' | 'ticketVersion'>;

/** A step of an application's payment or a new ticket, whichever instance wrote it. */
export interface ApplicationChange extends Facts {
  readonly applicationId: string;
  readonly changed: ReadonlySet<string>;
}

interface Watched {
  readonly documentKey: { _id: string };
  readonly updateDescription: { updatedFields: Record<string, unknown> };
  readonly fullDocument?: Facts;
}

export interface Watcher {
  readonly onChange: (change: ApplicationChange) => void;
  /** The stream is over for good; changes after it are not seen. */
  readonly onEnd: (error: unknown) => void;
}

const sets = (field: string) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } });
const facts = ['userId', 'orderId', 'state', 'ticketVersion'].map((field) => [`fullDocument.${field}`, 1]);

const pipeline = [
  { $match: { operationType: 'update', $or: [sets('state'), sets('ticketVersion')] } },
  {
    $project: {
      documentKey: 1,
      'updateDescription.updatedFields.state': 1,
      'updateDescription.updatedFields.ticketVersion': 1,
      ...Object.fromEntries(facts),
    },
  },
];

/** What happens to applications, from the database's own change stream. */
export function makeApplicationChanges(connection: Connection) {
  return {
    /** Gives every change from now on, until the returned function is called. */
    watch: async ({ onChange, onEnd }: Watcher): Promise<() => Promise<void>> => {
      const { operationTime } = (await connection.db?.command({ ping: 1 })) ?? {};
      const stream = connection
        .collection(APPLICATIONS)
        .watch(pipeline, { fullDocument: 'updateLookup', startAtOperationTime: operationTime });
      stream.on('change', (change: unknown) => {
        const { documentKey, updateDescription, fullDocument } = change as Watched;
        if (!fullDocument) return;
        const changed = new Set(Object.keys(updateDescription.updatedFields));
        onChange({ applicationId: documentKey._id, changed, ...fullDocument });
      });
      stream.on('error', onEnd);
      return () => stream.close();
    },
  };
}
export type ApplicationChanges = ReturnType<typeof makeApplicationChanges>;
