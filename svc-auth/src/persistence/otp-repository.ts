import type { Database, KeyRing } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { hashOpaqueId } from '../domain/opaque-id.ts';
import { isSameHash, OTP_GUESSES, OTP_MINUTES } from '../domain/otp.ts';
import { createPseudonym } from '../domain/pseudonym.ts';

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
export interface OtpRepository {
  readonly create: (request: NewOtpRequest) => Promise<void>;
  /** Seconds of a lockout by wrong guesses; undefined without one for this number. */
  readonly getLockoutSeconds: (requestId: string, number: string) => Promise<number | undefined>;
  /** Counts before comparing, so that parallel guesses gain nothing; undefined at the limit. `hashes`: one per pepper. */
  readonly guess: (
    requestId: string,
    number: string,
    hashes: readonly string[],
  ) => Promise<Guess | undefined>;
  /** True once. Deletes the request unless another one will continue it. */
  readonly consume: (requestId: string, options: { isContinued: boolean }) => Promise<boolean>;
  readonly removeAccount: (accountId: string) => Promise<void>;
}

export function createOtpRepository({ connection }: Database, peppers: KeyRing): OtpRepository {
  const requests = connection.model('Otp', otpSchema);
  const matchRequest = (requestId: string, mobile: string) => ({
    _id: hashOpaqueId(requestId),
    number_key: { $in: peppers.map(({ key }) => createPseudonym(key, mobile)) },
    expires_at: { $gt: new Date() },
  });

  return {
    async create({ requestId, number, accountId, hash, earlierId }) {
      const earlier = earlierId
        ? await requests.findOneAndDelete({ _id: hashOpaqueId(earlierId) }).lean()
        : undefined;
      const isContinued = earlier?.is_passed && earlier.account_id === accountId && isUnexpired(earlier);
      await requests.create({
        _id: hashOpaqueId(requestId),
        number_key: createPseudonym(peppers[0].key, number),
        account_id: accountId,
        hash,
        guesses_left: OTP_GUESSES,
        passed: isContinued ? earlier.passed : 0,
        is_passed: false,
        expires_at: new Date(Date.now() + OTP_MINUTES * 60_000),
      });
    },

    async getLockoutSeconds(requestId, number) {
      const ended = await requests.findOne({ ...matchRequest(requestId, number), guesses_left: 0 }).lean();
      return ended ? (ended.expires_at.getTime() - Date.now()) / 1000 : undefined;
    },

    async guess(requestId, number, hashes) {
      const openRequest = { ...matchRequest(requestId, number), guesses_left: { $gt: 0 }, is_passed: false };
      const request = await requests.findOneAndUpdate(openRequest, { $inc: { guesses_left: -1 } }).lean();
      if (!request) return undefined;
      const { account_id, passed } = request;
      return {
        isRight: hashes.some((hash) => isSameHash(request.hash, hash)),
        accountId: account_id,
        passed: passed + 1,
      };
    },

    async removeAccount(accountId) {
      await requests.deleteMany({ account_id: accountId });
    },

    async consume(requestId, { isContinued }) {
      const unused = { _id: hashOpaqueId(requestId), is_passed: false };
      if (!isContinued) return (await requests.deleteOne(unused)).deletedCount === 1;
      const updated = await requests.updateOne(unused, { $set: { is_passed: true }, $inc: { passed: 1 } });
      return updated.modifiedCount === 1;
    },
  };
}
