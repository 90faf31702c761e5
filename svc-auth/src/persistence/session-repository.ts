import {
  type Database,
  type PersonalSealing,
  type PersonalValue,
  personalValueFields,
  type SealedRow,
  SealedRows,
  sealRows,
  toBuffer,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { Device } from '../domain/device.ts';
import { createOpaqueId, hashOpaqueId } from '../domain/opaque-id.ts';
import { getSessionLifetime } from '../domain/session.ts';
import { createSignInRepository, type SignIn, type SignInRepository } from './sign-in-repository.ts';

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
const toSessionPlace = (id: string) => ({ collection: SESSIONS, id, field: 'sealed' });

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

/** Interval between stored uses: a session is used many times a minute. */
const USE_INTERVAL_MS = 60_000;

const isUnexpired = ({ expires_at }: Pick<Session, 'expires_at'>): boolean => expires_at > new Date();

function calculateExpiry({ own_device, opened_at }: { own_device: boolean; opened_at: Date }): Date {
  const { idleMinutes, hours } = getSessionLifetime({ own_device });
  return new Date(Math.min(Date.now() + idleMinutes * 60_000, opened_at.getTime() + hours * 3_600_000));
}

/** Without personal data. */
export type OpenSession = Omit<Session, 'number' | 'name'>;

/** Name and number stay sealed until they are needed. */
export interface SealedSession extends OpenSession {
  /** Differs after a change of name or number. */
  readonly seal: string;
  readonly open: () => Promise<Session>;
}

export interface SessionRepository {
  /** Returns the id for the cookie. Call in a transaction. */
  readonly open: (
    owner: Pick<Session, 'account_id' | 'number' | 'name'>,
    device: Device & { readonly own_device: boolean },
  ) => Promise<string>;
  /** Extends the session. */
  readonly use: (sessionId: string) => Promise<SealedSession | undefined>;
  /** Does not extend the session. */
  readonly find: (sessionId: string) => Promise<SealedSession | undefined>;
  /** By the hash of the session id. Does not extend the session. */
  readonly findExpiry: (hash: string) => Promise<Date | undefined>;
  /** Newest first, each with its session while that is open. */
  readonly list: (account_id: string) => Promise<{ signIn: SignIn; session: OpenSession | undefined }[]>;
  /** Returns the hashes without a session, by one query. */
  readonly findEnded: (hashes: readonly string[]) => Promise<string[]>;
  /** Returns the account whose session it was. */
  readonly end: (sessionId: string) => Promise<string | undefined>;
  readonly isFresh: (hash: string, minutes: number) => Promise<boolean>;
  readonly endAll: (account_id: string) => Promise<number>;
  readonly rename: (account_id: string, name: string) => Promise<void>;
  /** Ends all sessions and deletes their start times. */
  readonly removeAccount: (account_id: string) => Promise<void>;
  readonly endAllAccounts: () => Promise<number>;
}

const createSessionEndings = (
  sessions: Model<SessionRow>,
): Pick<SessionRepository, 'findEnded' | 'end' | 'endAll' | 'endAllAccounts'> => ({
  async findEnded(hashes) {
    // A query by ids alone always uses their index, never the one on expiry.
    const found = await sessions
      .find({ _id: { $in: [...hashes] } }, { expires_at: 1 }, { batchSize: hashes.length + 1 })
      .lean();
    const open = new Set(found.filter(isUnexpired).map(({ _id }) => _id));
    return hashes.filter((hash) => !open.has(hash));
  },

  async end(sessionId) {
    const ended = await sessions.findOneAndDelete({ _id: hashOpaqueId(sessionId) }).lean();
    return ended?.account_id;
  },

  async endAll(account_id) {
    return (await sessions.deleteMany({ account_id })).deletedCount;
  },

  async endAllAccounts() {
    return (await sessions.deleteMany({})).deletedCount;
  },
});

const createSessionQueries = (
  sessions: Model<SessionRow>,
  signIns: SignInRepository,
): Pick<SessionRepository, 'findExpiry' | 'list' | 'isFresh'> => ({
  findExpiry: async (hash) => (await sessions.findById(hash, { expires_at: 1 }).lean())?.expires_at,

  async list(account_id) {
    const listed = await signIns.listNewest(account_id);
    const found = await sessions.find({ _id: { $in: listed.map(({ _id }) => _id) } }).lean();
    const open = new Map(found.filter(isUnexpired).map((session) => [session._id, session]));
    return listed.map((signIn) => ({ signIn, session: open.get(signIn._id) }));
  },

  async isFresh(hash, minutes) {
    const opened_at = { $gt: new Date(Date.now() - minutes * 60_000) };
    return (await sessions.exists({ _id: hash, opened_at })) !== null;
  },
});

function createSessionSealing(personal: PersonalSealing) {
  const open = async ({ sealed, ...row }: SessionRow): Promise<Session> => ({
    ...row,
    ...(await personal.openFields<Pick<Session, 'number' | 'name'>>(sealed, toSessionPlace(row._id))),
  });

  const toSealedSession = (row: SessionRow): SealedSession => {
    const { sealed, ...session } = row;
    return { ...session, seal: toBuffer(sealed.box).toString('base64'), open: () => open(row) };
  };

  return { open, toSealedSession };
}

async function recordUse(
  sessions: Model<SessionRow>,
  { _id, own_device, opened_at, last_used_at }: OpenSession,
): Promise<void> {
  if (Date.now() - last_used_at.getTime() < USE_INTERVAL_MS) return;
  const update = { last_used_at: new Date(), expires_at: calculateExpiry({ own_device, opened_at }) };
  await sessions.updateOne({ _id }, { $set: update });
}

export function createSessionRepository(db: Database, personal: PersonalSealing): SessionRepository {
  const sessions = db.connection.model<SessionRow>('Session', sessionSchema);
  const signIns = createSignInRepository(db);
  const { open, toSealedSession } = createSessionSealing(personal);

  const find = async (sessionId: string): Promise<SealedSession | undefined> => {
    const row = await sessions.findById(hashOpaqueId(sessionId)).lean<SessionRow>();
    return row && isUnexpired(row) ? toSealedSession(row) : undefined;
  };

  return {
    ...createSessionEndings(sessions),
    ...createSessionQueries(sessions, signIns),
    find,

    async open({ account_id, ...owner }, device) {
      const [sessionId, opened_at, { own_device }] = [createOpaqueId(), new Date(), device];
      const _id = hashOpaqueId(sessionId);
      const expires_at = calculateExpiry({ own_device, opened_at });
      const sealed = await personal.sealFields(account_id, owner, toSessionPlace(_id));
      const row = { _id, account_id, sealed, own_device, opened_at, last_used_at: opened_at, expires_at };
      await sessions.create([row]);
      await signIns.add({ _id, account_id, at: opened_at, ...device });
      return sessionId;
    },

    async use(sessionId) {
      const session = await find(sessionId);
      if (session) await recordUse(sessions, session);
      return session;
    },

    async rename(account_id, name) {
      for (const { _id } of await sessions.find({ account_id }, { _id: 1 }).lean<SessionRow[]>())
        await new SealedRows(sessions).update(_id, async (row) => {
          const { number } = await open(row);
          const sealed = await personal.sealFields(account_id, { number, name }, toSessionPlace(_id));
          return { changes: { $set: { sealed } }, result: undefined };
        });
    },

    async removeAccount(account_id) {
      await sessions.deleteMany({ account_id });
      await signIns.removeAccount(account_id);
    },
  };
}
