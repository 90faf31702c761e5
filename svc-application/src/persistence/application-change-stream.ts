import type { Connection } from 'mongoose';
import type { Application } from '../domain/application.ts';
import type { ApplicationState } from '../domain/application-state.ts';
import { APPLICATIONS } from './application-repository.ts';

type CurrentFields = Pick<Application, 'userId' | 'orderId' | 'ticketVersion'>;

/** `newState` is absent when the state did not change; the other fields are as of now, possibly after later changes. */
export interface ApplicationChange extends CurrentFields {
  readonly applicationId: string;
  readonly newState?: ApplicationState | undefined;
  readonly isTicketChanged: boolean;
  /** A clerk's decision or the result arrived, or the revaluation changed. */
  readonly isDecided: boolean;
}

interface ChangeEvent {
  readonly documentKey: { _id: string };
  readonly updateDescription: { updatedFields: { state?: ApplicationState } & Record<string, unknown> };
  readonly fullDocument?: CurrentFields;
}

export interface ChangeListener {
  readonly onChange: (change: ApplicationChange) => void;
  /** The stream has ended; later changes are missed. */
  readonly onEnd: (error: unknown) => void;
}

const hasUpdated = (field: string) => ({ [`updateDescription.updatedFields.${field}`]: { $exists: true } });
const projectedFields = ['userId', 'orderId', 'ticketVersion'].map((field) => [`fullDocument.${field}`, 1]);

const pipeline = [
  {
    $match: {
      operationType: 'update',
      $or: ['state', 'ticketVersion', 'hall', 'decision', 'result', 'revaluation'].map(hasUpdated),
    },
  },
  {
    $project: {
      documentKey: 1,
      'updateDescription.updatedFields.state': 1,
      'updateDescription.updatedFields.ticketVersion': 1,
      'updateDescription.updatedFields.hall.at': 1,
      'updateDescription.updatedFields.decision.at': 1,
      'updateDescription.updatedFields.result.revision': 1,
      'updateDescription.updatedFields.revaluation.requestedAt': 1,
      ...Object.fromEntries(projectedFields),
    },
  },
];

export class ApplicationChangeStream {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Resolves once no later change can be missed, with what closes the stream. */
  async watch({ onChange, onEnd }: ChangeListener): Promise<() => Promise<void>> {
    const { operationTime } = (await this.#connection.db?.command({ ping: 1 })) ?? {};
    const stream = this.#connection
      .collection(APPLICATIONS)
      .watch(pipeline, { fullDocument: 'updateLookup', startAtOperationTime: operationTime });
    stream.on('change', (change: unknown) => {
      const { documentKey, updateDescription, fullDocument } = change as ChangeEvent;
      if (!fullDocument) return;
      const {
        state: newState,
        decision,
        result,
        revaluation,
        ...ticketFields
      } = updateDescription.updatedFields;
      const isTicketChanged = Object.keys(ticketFields).length > 0;
      const isDecided = [decision, result, revaluation].some((part) => part !== undefined);
      onChange({ applicationId: documentKey._id, newState, isTicketChanged, isDecided, ...fullDocument });
    });
    stream.on('error', onEnd);
    return () => stream.close();
  }
}
