import { type PersonalSealing, type PersonalValue, personalValueFields } from '@archaka/privacy-kit';
import {
  type Database,
  type SealedRow,
  SealedRows,
  sealRows,
  toBuffer,
  unauthorized,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { Device } from '../domain/device.ts';
import { createOpaqueId, getSessionLifetime, hashOpaqueId, SIGN_IN_DAYS } from '../domain/session.ts';

export interface Session {
  readonly _id: string;
  readonly account_id: string;
  readonly number: string;
  readonly name: string;
  readonly expires_at: Date;
  readonly own_device: boolean;
  readonly opened_at: Date;
  readonly last_used_at: Date;
}
type SessionRow = Omit<Session, 'number' | 'name'> & SealedRow & { readonly sealed: PersonalValue };

const SESSIONS = 'sessions';
const toPlace = (id: string) => ({ collection: SESSIONS, id, field: 'sealed' });

const text = { type: String, required: true };
const sessionSchema = sealRows(
  new Schema<SessionRow>(
    {
      _id: text,
      account_id: { ...text, index: true },
      sealed: { type: new Schema(personalValueFields, { _id: false }), required: true },
      own_device: { type: Boolean, required: true },
      opened_at: { type: Date, required: true },
      last_used_at: { type: Date, required: true },
      expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
    },
    { versionKey: false, collection: SESSIONS },
  ),
  ['sealed'],
);

/** Sign-ins that are shown. */
const MAX_LISTED = 50;

interface SignIn extends Device {
  /** Equals the session's. */
  readonly _id: string;
  readonly account_id: string;
  readonly at: Date;
  readonly own_device: boolean;
}
const signInSchema = new Schema<SignIn>(
  {
    _id: text,
    account_id: text,
    at: { type: Date, required: true, index: { expireAfterSeconds: SIGN_IN_DAYS * 24 * 3600 } },
    browser: String,
    system: String,
    own_device: { type: Boolean, required: true },
  },
  { versionKey: false },
).index({ account_id: 1, at: -1 });

/** Interval between stored uses: a session is used many times a minute. */
const USE_INTERVAL_MS = 60_000;

const isUnexpired = ({ expires_at }: Pick<Session, 'expires_at'>): boolean => expires_at > new Date();

function calculateExpiry({ own_device, opened_at }: { own_device: boolean; opened_at: Date }): Date {
  const { idleMinutes, hours } = getSessionLifetime({ own_device });
  return new Date(Math.min(Date.now() + idleMinutes * 60_000, opened_at.getTime() + hours * 3_600_000));
}

/** Without personal data. */
type OpenSession = Omit<Session, 'number' | 'name'>;

/** Name and number stay sealed until they are needed. */
export interface SealedSession extends OpenSession {
  /** Differs after a change of name or number. */
  readonly seal: string;
  readonly open: () => Promise<Session>;
}

/** Sign-ins are stored beyond the end of their sessions. */
export class SessionRepository {
  readonly #sessions: Model<SessionRow>;
  readonly #signIns: Model<SignIn>;
  readonly #personal: PersonalSealing;

  constructor({ connection }: Database, personal: PersonalSealing) {
    this.#sessions = connection.model<SessionRow>('Session', sessionSchema);
    this.#signIns = connection.model<SignIn>('SignIn', signInSchema);
    this.#personal = personal;
  }

  /** Returns the id for the cookie. Call in a transaction. */
  async open(
    { account_id, number, name }: Pick<Session, 'account_id' | 'number' | 'name'>,
    device: Device & { readonly own_device: boolean },
  ): Promise<string> {
    const [sessionId, opened_at, { own_device }] = [createOpaqueId(), new Date(), device];
    const _id = hashOpaqueId(sessionId);
    const expires_at = calculateExpiry({ own_device, opened_at });
    const sealed = await this.#personal.sealFields(account_id, { number, name }, toPlace(_id));
    await this.#sessions.create([
      { _id, account_id, sealed, own_device, opened_at, last_used_at: opened_at, expires_at },
    ]);
    await this.#signIns.create([{ _id, account_id, at: opened_at, ...device }]);
    return sessionId;
  }

  /** Extends the session. */
  async use(sessionId: string): Promise<SealedSession | undefined> {
    const session = await this.find(sessionId);
    if (!session || Date.now() - session.last_used_at.getTime() < USE_INTERVAL_MS) return session;
    const update = { last_used_at: new Date(), expires_at: calculateExpiry(session) };
    await this.#sessions.updateOne({ _id: session._id }, { $set: update });
    return session;
  }

  /** Does not extend the session. */
  async find(sessionId: string): Promise<SealedSession | undefined> {
    const row = await this.#sessions.findById(hashOpaqueId(sessionId)).lean<SessionRow>();
    if (!row || !isUnexpired(row)) return undefined;
    const { sealed, ...session } = row;
    return { ...session, seal: toBuffer(sealed.box).toString('base64'), open: () => this.#open(row) };
  }

  /** By the hash of the session id. Does not extend the session. */
  async findExpiry(hash: string): Promise<Date | undefined> {
    return (await this.#sessions.findById(hash, { expires_at: 1 }).lean())?.expires_at;
  }

  /** @throws HttpProblem 401 unless the sign-in is so recent: the page then asks to sign in and repeats the call */
  async assertFresh(hash: string, minutes: number): Promise<void> {
    const opened_at = { $gt: new Date(Date.now() - minutes * 60_000) };
    if (!(await this.#sessions.exists({ _id: hash, opened_at }))) throw unauthorized();
  }

  /** Newest first, each with its session while that is open. */
  async list(account_id: string): Promise<{ signIn: SignIn; session: OpenSession | undefined }[]> {
    const listed = await this.#signIns.find({ account_id }).sort({ at: -1 }).limit(MAX_LISTED).lean();
    const found = await this.#sessions.find({ _id: { $in: listed.map(({ _id }) => _id) } }).lean();
    const open = new Map(found.filter(isUnexpired).map((session) => [session._id, session]));
    return listed.map((signIn) => ({ signIn, session: open.get(signIn._id) }));
  }

  /** Returns the hashes without a session, by one query. */
  async findEnded(hashes: readonly string[]): Promise<string[]> {
    // A query by ids alone always uses their index, never the one on expiry.
    const found = await this.#sessions
      .find({ _id: { $in: [...hashes] } }, { expires_at: 1 }, { batchSize: hashes.length + 1 })
      .lean();
    const open = new Set(found.filter(isUnexpired).map(({ _id }) => _id));
    return hashes.filter((hash) => !open.has(hash));
  }

  /** Returns the account whose session it was. */
  async end(sessionId: string): Promise<string | undefined> {
    const ended = await this.#sessions.findOneAndDelete({ _id: hashOpaqueId(sessionId) }).lean();
    return ended?.account_id;
  }

  async endAll(account_id: string): Promise<number> {
    return (await this.#sessions.deleteMany({ account_id })).deletedCount;
  }

  async endAllAccounts(): Promise<number> {
    return (await this.#sessions.deleteMany({})).deletedCount;
  }

  async rename(account_id: string, name: string): Promise<void> {
    const rows = new SealedRows(this.#sessions);
    for (const { _id } of await this.#sessions.find({ account_id }, { _id: 1 }).lean<SessionRow[]>())
      await rows.update(_id, async (row) => {
        const { number } = await this.#open(row);
        const sealed = await this.#personal.sealFields(account_id, { number, name }, toPlace(_id));
        return { changes: { $set: { sealed } }, result: undefined };
      });
  }

  async removeAccount(account_id: string): Promise<void> {
    await this.#sessions.deleteMany({ account_id });
    await this.#signIns.deleteMany({ account_id });
  }

  async #open({ sealed, ...row }: SessionRow): Promise<Session> {
    const owner = await this.#personal.openFields<Pick<Session, 'number' | 'name'>>(sealed, toPlace(row._id));
    return { ...row, ...owner };
  }
}
