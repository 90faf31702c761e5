import type { Events, OpenDatabase } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { Life } from './life.ts';

/** An event as it stands in the outbox's place, in the order it was told. */
export interface Told {
  readonly seq: number;
  readonly type: string;
  readonly data: { readonly order_id: string; readonly payment_id?: string | null; readonly why?: string };
}

const schema = new Schema<Told>(
  { seq: Number, type: String, data: Schema.Types.Mixed },
  { versionKey: false },
);

export const toldIn = ({ connection }: OpenDatabase): Model<Told> => connection.model<Told>('Told', schema);

let seq = 0;

/** Publishes as the outbox does: in the transaction, so that a rollback takes the event back. */
export const recording = (db: OpenDatabase, life: Life): Events => ({
  async publish({ type, data: shape }, data) {
    db.afterCommit(() => undefined);
    life.pass('before any other word to the store');
    seq += 1;
    await toldIn(db).create([{ seq, type, data: shape.parse(data) as Told['data'] }]);
  },
});
