import type { Consent, Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';

export const SIGN_UP_HOURS = 24;

export interface Account {
  readonly _id: string;
  readonly number: string;
  readonly email: string;
  readonly name: string;
  readonly address: string;
  readonly devasthanam: string;
  readonly landmark: string;
  readonly town: string;
  readonly pincode: string;
  readonly created_at: Date;
}

export interface NewSignUp extends Account {
  /** Recorded with the account. Undefined without a notice, and in older rows. */
  readonly consent?: Consent | undefined;
}

/** Holds neither its number nor its e-mail, and has no session. */
export interface SignUp extends NewSignUp {
  /** Whether a later sign-up replaced it; a password already sent stays valid. */
  readonly is_replaced: boolean;
  readonly expires_at: Date;
}

const text = { type: String, required: true };
export const accountFields = {
  _id: text,
  number: text,
  email: text,
  name: text,
  address: text,
  devasthanam: text,
  landmark: text,
  town: text,
  pincode: text,
};
const signUpSchema = new Schema<SignUp & { readonly email_key: string }>(
  {
    ...accountFields,
    number: { ...text, index: true },
    email_key: { ...text, index: true },
    created_at: { type: Date, required: true },
    consent: Schema.Types.Mixed,
    is_replaced: { type: Boolean, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** The database deletes expired sign-ups within about a minute. */
interface SignUpRepository {
  /** Replaces earlier sign-ups for the number or e-mail. */
  readonly replace: (signUp: NewSignUp) => Promise<void>;
  /** The newest that is not replaced. */
  readonly findByNumber: (number: string) => Promise<Account | undefined>;
  readonly find: (id: string) => Promise<SignUp | undefined>;
  readonly remove: (id: string) => Promise<void>;
}

export function createSignUpRepository({ connection }: Database): SignUpRepository {
  const signUps = connection.model('SignUp', signUpSchema);
  const matchUnexpired = () => ({ expires_at: { $gt: new Date() } });
  const toSignUp = ({ email_key: _emailKey, ...signUp }: SignUp & { readonly email_key: string }): SignUp =>
    signUp;

  return {
    async replace(signUp) {
      const email_key = signUp.email.toLowerCase();
      const expires_at = new Date(signUp.created_at.getTime() + SIGN_UP_HOURS * 3_600_000);
      const earlier = { $or: [{ number: signUp.number }, { email_key }], is_replaced: false };
      await signUps.updateMany(earlier, { $set: { is_replaced: true } });
      await signUps.create({ ...signUp, email_key, is_replaced: false, expires_at });
    },

    async findByNumber(number) {
      const current = { number, is_replaced: false, ...matchUnexpired() };
      return (await signUps.findOne(current).sort({ created_at: -1, _id: 1 }).lean()) ?? undefined;
    },

    async find(id) {
      const signUp = await signUps.findOne({ _id: id, ...matchUnexpired() }).lean();
      return signUp ? toSignUp(signUp) : undefined;
    },

    async remove(id) {
      await signUps.deleteOne({ _id: id });
    },
  };
}
