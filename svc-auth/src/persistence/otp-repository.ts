import { OTP_GUESSES } from '@archaka/contracts';
import type { Database, KeyRing } from '@archaka/service-kit';
import { type Model, Schema } from 'mongoose';
import { createPseudonym, isSameHash, OTP_MINUTES } from '../domain/otp.ts';
import { hashOpaqueId } from '../domain/session.ts';

interface OtpRequest {
  readonly _id: string;
  readonly number_key: string;
  readonly account_id: string;
  readonly hash: string;
  readonly guesses_left: number;
  /** Right passwords in a row, of this request and those that it continues. */
  readonly passed: number;
  /** Whether its own password was given: the browser's next request continues it. */
  readonly is_passed: boolean;
  readonly expires_at: Date;
}
const requiredText = { type: String, required: true };
const requiredNumber = { type: Number, required: true };
const otpSchema = new Schema<OtpRequest>(
  {
    _id: requiredText,
    number_key: requiredText,
    account_id: { ...requiredText, index: true },
    hash: requiredText,
    guesses_left: requiredNumber,
    passed: requiredNumber,
    is_passed: { type: Boolean, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

const isUnexpired = ({ expires_at }: Pick<OtpRequest, 'expires_at'>): boolean => expires_at > new Date();

interface NewOtpRequest {
  readonly requestId: string;
  readonly number: string;
  readonly accountId: string;
  readonly hash: string;
  readonly earlierId: string | undefined;
}

interface Guess {
  readonly isRight: boolean;
  readonly accountId: string;
  /** Right passwords in a row, a right guess included. */
  readonly passed: number;
}

/** Keyed by the hash of the browser's cookie; numbers are pseudonyms. */
export class OtpRepository {
  readonly #requests: Model<OtpRequest>;
  readonly #peppers: KeyRing;

  constructor({ connection }: Database, peppers: KeyRing) {
    this.#requests = connection.model<OtpRequest>('Otp', otpSchema);
    this.#peppers = peppers;
  }

  async create({ requestId, number, accountId, hash, earlierId }: NewOtpRequest): Promise<void> {
    const earlier = earlierId
      ? await this.#requests.findOneAndDelete({ _id: hashOpaqueId(earlierId) }).lean()
      : undefined;
    const isContinued = earlier?.is_passed && earlier.account_id === accountId && isUnexpired(earlier);
    await this.#requests.create({
      _id: hashOpaqueId(requestId),
      number_key: createPseudonym(this.#peppers[0].key, number),
      account_id: accountId,
      hash,
      guesses_left: OTP_GUESSES,
      passed: isContinued ? earlier.passed : 0,
      is_passed: false,
      expires_at: new Date(Date.now() + OTP_MINUTES * 60_000),
    });
  }

  /** Seconds of a lockout by wrong guesses; undefined without one for this number. */
  async getLockoutSeconds(requestId: string, number: string): Promise<number | undefined> {
    const ended = await this.#requests.findOne({ ...this.#match(requestId, number), guesses_left: 0 }).lean();
    return ended ? (ended.expires_at.getTime() - Date.now()) / 1000 : undefined;
  }

  /** Counts before comparing, so that parallel guesses gain nothing; undefined at the limit. `hashes`: one per pepper. */
  async guess(requestId: string, number: string, hashes: readonly string[]): Promise<Guess | undefined> {
    const open = { ...this.#match(requestId, number), guesses_left: { $gt: 0 }, is_passed: false };
    const request = await this.#requests.findOneAndUpdate(open, { $inc: { guesses_left: -1 } }).lean();
    if (!request) return undefined;
    const isRight = hashes.some((hash) => isSameHash(request.hash, hash));
    return { isRight, accountId: request.account_id, passed: request.passed + 1 };
  }

  /** True once. Deletes the request unless another one will continue it. */
  async consume(requestId: string, { isContinued }: { isContinued: boolean }): Promise<boolean> {
    const unused = { _id: hashOpaqueId(requestId), is_passed: false };
    if (!isContinued) return (await this.#requests.deleteOne(unused)).deletedCount === 1;
    const updated = await this.#requests.updateOne(unused, {
      $set: { is_passed: true },
      $inc: { passed: 1 },
    });
    return updated.modifiedCount === 1;
  }

  async removeAccount(account_id: string): Promise<void> {
    await this.#requests.deleteMany({ account_id });
  }

  #match(requestId: string, number: string) {
    return {
      _id: hashOpaqueId(requestId),
      number_key: { $in: this.#peppers.map(({ key }) => createPseudonym(key, number)) },
      expires_at: { $gt: new Date() },
    };
  }
}
