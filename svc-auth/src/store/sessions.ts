import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { newSessionId, SESSION_HOURS, sessionHash } from '../domain/session.ts';

export interface Session {
  readonly _id: string;
  readonly account_id: string;
  readonly number: string;
  readonly name: string;
  readonly expires_at: Date;
}
const text = { type: String, required: true };
const sessionSchema = new Schema<Session>(
  {
    _id: text,
    account_id: text,
    number: text,
    name: text,
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

const isOpen = ({ expires_at }: Pick<Session, 'expires_at'>): boolean => expires_at > new Date();

/** Sessions by the hash of their id. */
export function sessionStore({ connection }: Database) {
  const sessions = connection.model('Session', sessionSchema);
  return {
    /** Opens a session and gives the id for the cookie. */
    async open(owner: Pick<Session, 'account_id' | 'number' | 'name'>): Promise<string> {
      const sessionId = newSessionId();
      const expires_at = new Date(Date.now() + SESSION_HOURS * 3_600_000);
      await sessions.create({ _id: sessionHash(sessionId), ...owner, expires_at });
      return sessionId;
    },

    async find(sessionId: string): Promise<Session | undefined> {
      const session = await sessions.findById(sessionHash(sessionId)).lean();
      return session && isOpen(session) ? session : undefined;
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
      await sessions.deleteOne({ _id: sessionHash(sessionId) });
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
