import type { RemainingData } from '@archaka/contracts';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Database } from '../persistence/database.ts';
import { SubjectDeleted } from '../persistence/tombstones.ts';
import {
  createQueueRepository,
  DEFAULT_QUEUE_FIELDS,
  type QueueRepository,
  toDueNowFields,
} from '../queue/queue-repository.ts';

export interface RequestedErasure {
  /** The user's id. */
  readonly _id: string;
  readonly requested_at: Date;
  /** The last reported remainder; absent before the first report. */
  readonly remaining?: readonly RemainingData[];
  readonly due_at: Date | null;
  readonly tries: number;
  readonly lease: string | null;
  readonly parked_at: Date | null;
}

const nullable = <Type>(type: Type) => ({ type, default: null });
const schema = new Schema<RequestedErasure>(
  {
    _id: String,
    requested_at: { type: Date, required: true },
    remaining: { type: [Schema.Types.Mixed], default: undefined },
    due_at: nullable(Date),
    tries: { type: Number, default: 0 },
    lease: nullable(String),
    parked_at: nullable(Date),
  },
  { versionKey: false, collection: 'erasures' },
).index({ due_at: 1 });

export interface ErasureRepository {
  readonly rows: QueueRepository<RequestedErasure>;
  /** Due at once. A repeat changes nothing. */
  readonly add: (userId: string, requestedAt: Date) => Promise<void>;
  /** Call in the transaction of the report. */
  readonly setRemaining: (userId: string, remaining: readonly RemainingData[]) => Promise<void>;
}

const getModel = (connection: Connection): Model<RequestedErasure> =>
  connection.models.Erasure ?? connection.model<RequestedErasure>('Erasure', schema);

/** For an event about a person who has requested erasure. @throws SubjectDeleted */
export const createErasureCheck = ({ connection }: Pick<Database, 'connection'>) => {
  const erasures = getModel(connection);
  return async (userId: string): Promise<void> => {
    if (await erasures.exists({ _id: userId })) throw new SubjectDeleted('its person is erased');
  };
};

export function createErasureRepository({ connection }: Database): ErasureRepository {
  const erasures = getModel(connection);
  return {
    rows: createQueueRepository<RequestedErasure>({
      model: erasures,
      fields: DEFAULT_QUEUE_FIELDS,
      deleteWhenDone: true,
    }),
    async add(userId, requestedAt) {
      const row = { requested_at: requestedAt, ...toDueNowFields(DEFAULT_QUEUE_FIELDS) };
      await erasures.updateOne({ _id: userId }, { $setOnInsert: row }, { upsert: true });
    },
    async setRemaining(userId, remaining) {
      await erasures.updateOne({ _id: userId }, { $set: { remaining } });
    },
  };
}
