import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Device } from '../domain/device.ts';
import { newOpaqueId, opaqueHash } from '../domain/opaque-id.ts';
import { FRESH_MINUTES, lifeOf } from '../domain/session.ts';
import { type SignIn, signInStore } from './sign-ins.ts';

export interface Session {
  readonly _id: string;
  readonly account_id: string;
  readonly number: string;
  readonly name: string;
  readonly expires_at: Date;
  /** Sessions from before these fields end when they were to end. */
  readonly own_device?: boolean;
  readonly opened_at?: Date;
  readonly last_used_at?: Date;
}
const text = { type: String, required: true };
const sessionSchema = new Schema<Session>(
  {
    _id: text,
    account_id: { ...text, index: true },
    number: text,
    name: text,
    own_device: Boolean,
    opened_at: Date,
    last_used_at: Date,
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** A use is written down when the last one is older: a session is used many times a minute. */
const USE_MS = 60_000;

const isOpen = ({ expires_at }: Pick<Session, 'expires_at'>): boolean => expires_at > new Date();

/** The end of a session that is used now. */
function endOf({ own_device, opened_at }: { own_device: boolean; opened_at: Date }): Date {
  const { idleMinutes, hours } = lifeOf({ own_device });
  return new Date(Math.min(Date.now() + idleMinutes * 60_000, opened_at.getTime() + hours * 3_600_000));
}

/** Sessions by the hash of their id, and the sign-ins that opened them. */
export function sessionStore(db: Database) {
  const sessions = db.connection.model('Session', sessionSchema);
  const signIns = signInStore(db);

  const find = async (sessionId: string): Promise<Session | undefined> => {
    const session = await sessions.findById(opaqueHash(sessionId)).lean();
    return session && isOpen(session) ? session : undefined;
  };

  const noteUse = async ({ _id, own_device, opened_at, last_used_at }: Session): Promise<void> => {
    if (own_device === undefined || !opened_at || !last_used_at) return;
    if (Date.now() - last_used_at.getTime() < USE_MS) return;
    const now = { last_used_at: new Date(), expires_at: endOf({ own_device, opened_at }) };
    await sessions.updateOne({ _id }, { $set: now });
  };

  return {
    /** Opens a session and gives the id for the cookie. */
    async open(
      owner: Pick<Session, 'account_id' | 'number' | 'name'>,
      device: Device & { readonly own_device: boolean },
    ): Promise<string> {
      const [sessionId, opened_at, { own_device }] = [newOpaqueId(), new Date(), device];
      const _id = opaqueHash(sessionId);
      const expires_at = endOf({ own_device, opened_at });
      await sessions.create({ _id, ...owner, own_device, opened_at, last_used_at: opened_at, expires_at });
      await signIns.add({ _id, account_id: owner.account_id, at: opened_at, ...device });
      return sessionId;
    },

    /** The session, which lasts longer by it. */
    async use(sessionId: string): Promise<Session | undefined> {
      const session = await find(sessionId);
      if (session) await noteUse(session);
      return session;
    },

    /** The session, which lasts no longer by it. */
    find,

    /** The account's sign-ins, newest first, each with its session while that is open. */
    async list(account_id: string): Promise<{ signIn: SignIn; session: Session | undefined }[]> {
      const listed = await signIns.newestFirst(account_id);
      const found = await sessions.find({ _id: { $in: listed.map(({ _id }) => _id) } }).lean();
      const open = new Map(found.filter(isOpen).map((session) => [session._id, session]));
      return listed.map((signIn) => ({ signIn, session: open.get(signIn._id) }));
    },

    /** Those, by their hashes, that are not there any more, in one question and one answer. */
    async endedOf(hashes: readonly string[]): Promise<string[]> {
      // Asked by ids alone, it is always their index that answers, and never that of the times.
      const found = await sessions
        .find({ _id: { $in: [...hashes] } }, { expires_at: 1 }, { batchSize: hashes.length + 1 })
        .lean();
      const open = new Set(found.filter(isOpen).map(({ _id }) => _id));
      return hashes.filter((hash) => !open.has(hash));
    },

    async end(sessionId: string): Promise<void> {
      await sessions.deleteOne({ _id: opaqueHash(sessionId) });
    },

    /** Whether a session, by its hash, was opened a few minutes ago. */
    async isFresh(hash: string): Promise<boolean> {
      const opened_at = { $gt: new Date(Date.now() - FRESH_MINUTES * 60_000) };
      return (await sessions.exists({ _id: hash, opened_at })) !== null;
    },

    /** Gives how many there were. */
    async endAll(account_id: string): Promise<number> {
      return (await sessions.deleteMany({ account_id })).deletedCount;
    },

    /** Of all accounts; gives how many there were. */
    async endEverybodys(): Promise<number> {
      return (await sessions.deleteMany({})).deletedCount;
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
