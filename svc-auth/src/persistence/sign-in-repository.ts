import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { Device } from '../domain/device.ts';
import { SIGN_IN_DAYS } from '../domain/session.ts';

const MAX_LISTED = 50;

export interface SignIn extends Device {
  /** Equals the session's. */
  readonly _id: string;
  readonly account_id: string;
  readonly at: Date;
  readonly own_device: boolean;
}
const text = { type: String, required: true };
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

/** Stored beyond the end of the session. */
export interface SignInRepository {
  readonly add: (signIn: SignIn) => Promise<void>;
  readonly listNewest: (account_id: string) => Promise<SignIn[]>;
  readonly removeAccount: (account_id: string) => Promise<void>;
}

export function createSignInRepository({ connection }: Database): SignInRepository {
  const signIns = connection.model('SignIn', signInSchema);
  return {
    async add(signIn) {
      await signIns.create([signIn]);
    },
    async removeAccount(account_id) {
      await signIns.deleteMany({ account_id });
    },
    listNewest: (account_id) => signIns.find({ account_id }).sort({ at: -1 }).limit(MAX_LISTED).lean(),
  };
}
