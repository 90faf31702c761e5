import { type ErasureReportEvent, erasureRequested, type RemainingData } from '@archaka/contracts';
import {
  type AuditLog,
  type Database,
  dueNow,
  type EventHandler,
  type EventPublisher,
  handleEvent,
  type Log,
  QueueRepository,
  type Reschedule,
  SubjectDeleted,
  WorkQueue,
} from '@archaka/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

interface RequestedErasure {
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

const getModel = (connection: Connection): Model<RequestedErasure> =>
  connection.models.Erasure ?? connection.model<RequestedErasure>('Erasure', schema);

/** For an event about a person who has requested erasure. @throws SubjectDeleted */
export const createErasureCheck = ({ connection }: Pick<Database, 'connection'>) => {
  const erasures = getModel(connection);
  return async (userId: string): Promise<void> => {
    if (await erasures.exists({ _id: userId })) throw new SubjectDeleted('its person is erased');
  };
};

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Milliseconds until unsettled data is checked again. */
const RECHECK_MS = { application: 5 * SECOND, payment: 60 * SECOND, inFlight: 120 * SECOND, later: DAY };

/**
 * Milliseconds in which a write that began before the request may still be committed: MongoDB aborts a transaction
 * after 60 s, and repeats of it end after 10 s.
 */
const IN_FLIGHT_MS = 120 * SECOND;

/** Milliseconds that an event about the person may be late: an older one is rejected. */
const WATCHED_MS = 90 * DAY;

/** Deletes what may be deleted now. Idempotent. `earlier`: what the last run left. @throws DependencyUnavailable */
export type ErasePerson = (
  userId: string,
  earlier: readonly RemainingData[],
) => Promise<readonly RemainingData[]>;

interface ErasureDependencies {
  readonly db: Database;
  readonly audit: AuditLog;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly reportEvent: ErasureReportEvent;
  readonly erasePerson: ErasePerson;
  /** For a service that seals personal data: called when no remaining data needs the key. Idempotent. */
  readonly destroyDataKey?: ((userId: string) => Promise<void>) | undefined;
}

function chooseNextCheck(
  remaining: readonly RemainingData[],
  { requested_at }: RequestedErasure,
  now: Date,
): Reschedule | undefined {
  const has = (reason: RemainingData['because']) => remaining.some(({ because }) => because === reason);
  if (has('application')) return { againInMs: RECHECK_MS.application };
  if (has('open-payment')) return { againInMs: RECHECK_MS.payment };
  const age = now.getTime() - requested_at.getTime();
  if (age < IN_FLIGHT_MS) return { againInMs: RECHECK_MS.inFlight };
  const isWatched = age < WATCHED_MS;
  return isWatched || has('retention') ? { againInMs: RECHECK_MS.later } : undefined;
}

/** Deletes at once what the service may, checks the rest until it is deleted, and reports each change of it. */
export function createErasure({
  db,
  audit,
  events,
  log,
  reportEvent,
  erasePerson,
  destroyDataKey,
}: ErasureDependencies): {
  readonly eventHandler: EventHandler;
  readonly queue: WorkQueue;
} {
  const erasures = getModel(db.connection);

  const report = (userId: string, remaining: readonly RemainingData[]): Promise<void> =>
    db.transaction(async () => {
      await erasures.updateOne({ _id: userId }, { $set: { remaining } });
      await audit.record({
        action: 'data.erased',
        actor: { kind: 'service', id: 'svc-auth' },
        subject: { userId },
        detail: { remaining: remaining.length },
      });
      const at = new Date().toISOString();
      await events.publish(reportEvent, { user_id: userId, at, remaining: [...remaining] });
    });

  return {
    // Due at once. A repeat changes nothing.
    eventHandler: handleEvent(erasureRequested, async ({ user_id, at }) => {
      const row = { requested_at: new Date(at), ...dueNow };
      await erasures.updateOne({ _id: user_id }, { $setOnInsert: row }, { upsert: true });
    }),
    queue: new WorkQueue({
      name: 'erasures',
      rows: new QueueRepository<RequestedErasure>(erasures, { deleteWhenDone: true }),
      handle: async (row, { claimedAt }) => {
        const { _id: userId, remaining: reported } = row;
        const remaining = await erasePerson(userId, reported ?? []);
        if (remaining.every(({ because }) => because === 'without-person')) await destroyDataKey?.(userId);
        if (JSON.stringify(remaining) !== JSON.stringify(reported)) await report(userId, remaining);
        return chooseNextCheck(remaining, row, claimedAt);
      },
      concurrency: 2,
      log,
    }),
  };
}
