import { hash, randomBytes } from 'node:crypto';
import { type Database, fromNow } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';

const IDLE_MINUTES = 15;
const MAX_HOURS = 12;
/** Uses within it are not stored again. */
const RENEWAL_SECONDS = 30;

interface SessionRow {
  /** Hash of the cookie, so that read access to the database does not suffice to use a session. */
  readonly _id: string;
  readonly staff_id: string;
  /** The network from which the session began: another one ends it. */
  readonly network: string;
  readonly used_at: Date;
  readonly ends_at: Date;
}

const schema = new Schema<SessionRow>(
  {
    _id: { type: String, required: true },
    staff_id: { type: String, required: true, index: true },
    network: { type: String, required: true },
    used_at: { type: Date, required: true, expires: IDLE_MINUTES * 60 },
    ends_at: { type: Date, required: true },
  },
  { collection: 'sessions', versionKey: false },
);

const toId = (cookie: string): string => hash('sha256', cookie, 'base64url');

const isOpen = {
  $expr: {
    $and: [{ $gt: ['$used_at', fromNow(-IDLE_MINUTES * 60_000)] }, { $gt: ['$ends_at', '$$NOW'] }],
  },
};

/** Sessions of the staff; times are the database's. */
export class SessionRepository {
  readonly #sessions: Model<SessionRow>;

  constructor({ connection }: Database) {
    this.#sessions = connection.model<SessionRow>('Session', schema);
  }

  /** @returns the cookie's value */
  async open(staffId: string, network: string): Promise<string> {
    const cookie = randomBytes(32).toString('base64url');
    const started = { used_at: '$$NOW', ends_at: fromNow(MAX_HOURS * 3_600_000) };
    const changes = [{ $set: { staff_id: staffId, network, ...started } }];
    const options = { upsert: true, updatePipeline: true } as const;
    await this.#sessions.updateOne({ _id: toId(cookie) }, changes, options);
    return cookie;
  }

  /** @returns the account's id, undefined for an ended session; a use from another network ends it */
  async use(cookie: string, network: string): Promise<string | undefined> {
    const row = await this.#sessions.findOne({ _id: toId(cookie), ...isOpen }).lean<SessionRow>();
    if (!row) return undefined;
    if (row.network !== network) {
      await this.close(cookie);
      return undefined;
    }
    const isStale = { $expr: { $lt: ['$used_at', fromNow(-RENEWAL_SECONDS * 1000)] } };
    await this.#sessions.updateOne({ _id: row._id, ...isStale }, [{ $set: { used_at: '$$NOW' } }], {
      updatePipeline: true,
    });
    return row.staff_id;
  }

  /** @returns the account's id, undefined when no session had this cookie */
  async close(cookie: string): Promise<string | undefined> {
    const row = await this.#sessions.findByIdAndDelete(toId(cookie)).lean<SessionRow>();
    return row?.staff_id;
  }
}
