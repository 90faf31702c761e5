import { hash, randomBytes } from 'node:crypto';
import { type Database, fromNow } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import type { CaseFilter } from './case-search.ts';

const MINUTES = 5;

/** What a kind of challenge stores. */
interface Challenges {
  readonly passkey: { readonly challenge: string };
  readonly 'new-passkey': { readonly challenge: string; readonly staffId: string };
  readonly contacts: { readonly staffId: string; readonly filter: CaseFilter; readonly reason: string };
  readonly department: { readonly state: string; readonly nonce: string; readonly verifier: string };
}
export type ChallengeKind = keyof Challenges;
export type Challenge<Kind extends ChallengeKind> = Challenges[Kind];

interface ChallengeRow {
  /** Hash of the cookie or token. */
  readonly _id: string;
  readonly kind: ChallengeKind;
  readonly values: Challenge<ChallengeKind>;
  readonly created_at: Date;
}

const schema = new Schema<ChallengeRow>(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    values: { type: Object, required: true },
    created_at: { type: Date, required: true, expires: MINUTES * 60 },
  },
  { collection: 'challenges', versionKey: false },
);

const toId = (cookie: string): string => hash('sha256', cookie, 'base64url');

/** Challenges of sign-ins and new passkeys, and requests of lists, each for one use; times are the database's. */
export class ChallengeRepository {
  readonly #challenges: Model<ChallengeRow>;

  constructor({ connection }: Database) {
    this.#challenges = connection.model<ChallengeRow>('Challenge', schema);
  }

  /** @returns the cookie's value, or the token */
  async add<Kind extends ChallengeKind>(kind: Kind, values: Challenge<Kind>): Promise<string> {
    const cookie = randomBytes(32).toString('base64url');
    const changes = [{ $set: { kind, values: { $literal: values }, created_at: '$$NOW' } }];
    await this.#challenges.updateOne({ _id: toId(cookie) }, changes, { upsert: true, updatePipeline: true });
    return cookie;
  }

  /** Undefined when it was answered already, has expired, or is of another kind. */
  async remove<Kind extends ChallengeKind>(kind: Kind, cookie: string): Promise<Challenge<Kind> | undefined> {
    const isCurrent = { $expr: { $gt: ['$created_at', fromNow(-MINUTES * 60_000)] } };
    const row = await this.#challenges
      .findOneAndDelete({ _id: toId(cookie), kind, ...isCurrent })
      .lean<ChallengeRow>();
    return row?.values as Challenge<Kind> | undefined;
  }
}
