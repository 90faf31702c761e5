import type { EventPublisher, OpenDatabase } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { ProcessRun } from './process-run.ts';

/** An event as the outbox would store it, in publication order. */
export interface RecordedEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: { readonly order_id: string; readonly payment_id?: string | null; readonly why?: string };
}

const schema = new Schema<RecordedEvent>(
  { seq: Number, type: String, data: Schema.Types.Mixed },
  { versionKey: false },
);

export const createEventModel = ({ connection }: OpenDatabase): Model<RecordedEvent> =>
  connection.model<RecordedEvent>('Told', schema);

let seq = 0;

/** Publishes like the outbox: in the transaction, so that a rollback removes the event. */
export const createRecordingEvents = (db: OpenDatabase, life: ProcessRun): EventPublisher => ({
  async publish({ type, data: shape }, data) {
    db.afterCommit(() => undefined);
    life.reach('before any other word to the store');
    seq += 1;
    await createEventModel(db).create([{ seq, type, data: shape.parse(data) as RecordedEvent['data'] }]);
  },
});
