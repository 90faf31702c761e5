import type { Consent } from '@archaka/privacy-kit';
import {
  createSealing,
  createSealingKeys,
  type Database,
  type KeyRing,
  type Sealed,
  type Sealing,
  sealedFields,
} from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { hashOpaqueId } from '../domain/session.ts';
import type { AccountIndex } from './account-claims.ts';

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
  /** Recorded with the account. Undefined without a notice. */
  readonly consent?: Consent | undefined;
}

type PersonalFields = Omit<Account, '_id' | 'created_at'>;

interface SignUpRow {
  readonly _id: string;
  /** Blind index. */
  readonly number_key: string;
  /** Hash of the cookie of the browser that made it. */
  readonly browser_key: string;
  readonly sealed: Sealed;
  readonly created_at: Date;
  readonly consent?: Consent | undefined;
  readonly expires_at: Date;
}

const SIGN_UPS = 'signups';
const text = { type: String, required: true };
const signUpSchema = new Schema<SignUpRow>(
  {
    _id: text,
    number_key: { ...text, index: true },
    browser_key: { ...text, index: true },
    sealed: { type: new Schema(sealedFields, { _id: false }), required: true },
    created_at: { type: Date, required: true },
    consent: Schema.Types.Mixed,
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false, collection: SIGN_UPS },
);

const toContext = (id: string) => ({ collection: SIGN_UPS, id });
const matchUnexpired = () => ({ expires_at: { $gt: new Date() } });

/**
 * Sign-ups of several browsers wait for one number side by side. None reserves its number or e-mail. The database
 * deletes expired ones within about a minute.
 */
export class SignUpRepository {
  readonly #signUps: Model<SignUpRow>;
  readonly #index: AccountIndex;
  readonly #sealing: Sealing;

  /** `ring`: ACCOUNT_INDEX_KEY. Sign-ups live for a day and therefore need no data key of a person. */
  constructor({ connection }: Database, index: AccountIndex, ring: KeyRing) {
    this.#signUps = connection.model<SignUpRow>('SignUp', signUpSchema);
    this.#index = index;
    this.#sealing = createSealing(createSealingKeys(ring, 'sign-ups'));
  }

  async add({ _id, created_at, consent, ...fields }: NewSignUp, browserId: string): Promise<void> {
    await this.#signUps.create({
      _id,
      number_key: this.#index.compute('number', fields.number),
      browser_key: hashOpaqueId(browserId),
      sealed: this.#sealing.seal(JSON.stringify(fields), toContext(_id)),
      created_at,
      consent,
      expires_at: new Date(created_at.getTime() + SIGN_UP_HOURS * 3_600_000),
    });
  }

  /** Whether a sign-up of this browser waits. */
  async hasAny(browserId: string): Promise<boolean> {
    const own = { browser_key: hashOpaqueId(browserId), ...matchUnexpired() };
    return (await this.#signUps.exists(own)) !== null;
  }

  /** The browser's newest for the number, else the earliest of other browsers. */
  async findId(number: string, browserId: string | undefined): Promise<string | undefined> {
    const waiting = { ...this.#matchNumber(number), ...matchUnexpired() };
    const own = browserId && { ...waiting, browser_key: hashOpaqueId(browserId) };
    const row =
      (own && (await this.#signUps.findOne(own, { _id: 1 }).sort({ created_at: -1 }).lean())) ||
      (await this.#signUps.findOne(waiting, { _id: 1 }).sort({ created_at: 1 }).lean());
    return row?._id;
  }

  /** `isOwn`: whether this browser made it. */
  async find(id: string, browserId: string | undefined) {
    const row = await this.#signUps.findOne({ _id: id, ...matchUnexpired() }).lean<SignUpRow>();
    if (!row) return undefined;
    const isOwn = browserId !== undefined && row.browser_key === hashOpaqueId(browserId);
    return { signUp: this.#open(row), isOwn };
  }

  /** Of all browsers. */
  async removeByNumber(number: string): Promise<void> {
    await this.#signUps.deleteMany(this.#matchNumber(number));
  }

  #matchNumber(number: string) {
    return { number_key: { $in: this.#index.computeAll('number', number) } };
  }

  #open({ _id, created_at, consent, sealed }: SignUpRow): NewSignUp {
    const fields: PersonalFields = JSON.parse(this.#sealing.unseal(sealed, toContext(_id)));
    return { _id, created_at, consent, ...fields };
  }
}
