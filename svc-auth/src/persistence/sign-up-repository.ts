import {
  type Consent,
  createSealing,
  createSealingKeys,
  type Database,
  type KeyRing,
  type Sealed,
  type Sealing,
  sealedFields,
} from '@archaka/service-kit';
import { Schema } from 'mongoose';
import type { AccountIndex } from './account-index.ts';

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

/** Reserves neither its number nor its e-mail, and has no session. */
export interface SignUp extends NewSignUp {
  /** Whether a later sign-up replaced it; a password already sent stays valid. */
  readonly is_replaced: boolean;
  readonly expires_at: Date;
}

type HeaderFields = '_id' | 'created_at' | 'consent' | 'is_replaced' | 'expires_at';
type PersonalFields = Omit<SignUp, HeaderFields>;

/** A row of a release without sealing has the personal fields unsealed, and its e-mail as `email_key`. */
interface SignUpRow extends Pick<SignUp, HeaderFields>, Partial<PersonalFields> {
  /** Blind indexes. */
  readonly number_key?: string;
  readonly email_key: string;
  readonly sealed?: Sealed;
}

/** Sign-ups live for a day and therefore need no data key of a person. */
export type SignUpSealing = Sealing;
export const createSignUpSealing = (ring: KeyRing): SignUpSealing =>
  createSealing(createSealingKeys(ring, 'sign-ups'));

const SIGN_UPS = 'signups';
const text = { type: String, required: true };
const signUpSchema = new Schema<SignUpRow>(
  {
    _id: text,
    number_key: { ...text, index: true },
    email_key: { ...text, index: true },
    sealed: { type: new Schema(sealedFields, { _id: false }), required: true },
    created_at: { type: Date, required: true },
    consent: Schema.Types.Mixed,
    is_replaced: { type: Boolean, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false, collection: SIGN_UPS },
).index({ number: 1 }); // of rows from before they were sealed

/** The database deletes expired sign-ups within about a minute. */
export interface SignUpRepository {
  /** Replaces earlier sign-ups for the number or e-mail. */
  readonly replace: (signUp: NewSignUp) => Promise<void>;
  /** The newest that is not replaced. */
  readonly findByNumber: (number: string) => Promise<Account | undefined>;
  readonly find: (id: string) => Promise<SignUp | undefined>;
  readonly remove: (id: string) => Promise<void>;
}

interface SignUpDependencies {
  readonly index: AccountIndex;
  readonly sealing: SignUpSealing;
}

const toContext = (id: string) => ({ collection: SIGN_UPS, id });

export function createSignUpRepository(
  { connection }: Database,
  { index, sealing }: SignUpDependencies,
): SignUpRepository {
  const signUps = connection.model('SignUp', signUpSchema);
  const matchUnexpired = () => ({ expires_at: { $gt: new Date() } });
  const matchNumber = (number: string) => ({
    $or: [{ number_key: { $in: [...index.computeAll('number', number)] } }, { number }],
  });
  const matchEmail = (email: string) => ({
    email_key: { $in: [...index.computeAll('email', email), email.toLowerCase()] },
  });
  const open = ({ sealed, number_key: _number, email_key: _email, ...row }: SignUpRow): SignUp => {
    const opened: Partial<PersonalFields> = sealed
      ? JSON.parse(sealing.unseal(sealed, toContext(row._id)))
      : {};
    return { ...row, ...opened } as SignUp;
  };

  return {
    async replace({ _id, created_at, consent, ...fields }) {
      const { number, email } = fields;
      const expires_at = new Date(created_at.getTime() + SIGN_UP_HOURS * 3_600_000);
      const earlier = { $or: [matchNumber(number), matchEmail(email)], is_replaced: false };
      await signUps.updateMany(earlier, { $set: { is_replaced: true } });
      await signUps.create({
        _id,
        number_key: index.compute('number', number),
        email_key: index.compute('email', email),
        sealed: sealing.seal(JSON.stringify(fields), toContext(_id)),
        created_at,
        consent,
        is_replaced: false,
        expires_at,
      });
    },

    async findByNumber(number) {
      const current = { ...matchNumber(number), is_replaced: false, ...matchUnexpired() };
      const newest = { created_at: -1, _id: 1 } as const;
      const row = await signUps.findOne(current).sort(newest).lean();
      return row ? open(row) : undefined;
    },

    async find(id) {
      const row = await signUps.findOne({ _id: id, ...matchUnexpired() }).lean();
      return row ? open(row) : undefined;
    },

    async remove(id) {
      await signUps.deleteOne({ _id: id });
    },
  };
}
