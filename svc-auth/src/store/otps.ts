import type { Database, KeyRing } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { opaqueHash } from '../domain/opaque-id.ts';
import { OTP_GUESSES, OTP_MINUTES, sameHash } from '../domain/otp.ts';
import { pseudonym } from '../domain/pseudonym.ts';

interface OtpRequest {
  readonly _id: string;
  readonly number_key: string;
  readonly account_id: string;
  readonly hash: string;
  readonly guesses_left: number;
  /** Right passwords in a row, of this request and of those that it continues. */
  readonly passed: number;
  /** Whether its own password was given: the browser's next request continues it. */
  readonly is_passed: boolean;
  readonly expires_at: Date;
}
const text = { type: String, required: true };
const number = { type: Number, required: true };
const otpSchema = new Schema<OtpRequest>(
  {
    _id: text,
    number_key: text,
    account_id: text,
    hash: text,
    guesses_left: number,
    passed: number,
    is_passed: { type: Boolean, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

const isOpen = ({ expires_at }: Pick<OtpRequest, 'expires_at'>): boolean => expires_at > new Date();

interface NewRequest {
  readonly requestId: string;
  readonly number: string;
  readonly accountId: string;
  readonly hash: string;
  /** The browser's earlier request, which ends. */
  readonly earlierId: string | undefined;
}

/** One guess that was counted and not judged yet. */
export interface Guess {
  readonly isRight: boolean;
  readonly accountId: string;
  /** Right passwords in a row, with this one when it is right. */
  readonly passed: number;
}

/** Requests for one-time passwords by the hash of the browser's cookie; the numbers stand there as pseudonyms. */
export function otpStore({ connection }: Database, peppers: KeyRing) {
  const requests = connection.model('Otp', otpSchema);
  const ofBrowser = (requestId: string, mobile: string) => ({
    _id: opaqueHash(requestId),
    number_key: { $in: peppers.map(({ key }) => pseudonym(key, mobile)) },
    expires_at: { $gt: new Date() },
  });

  return {
    async open({ requestId, number, accountId, hash, earlierId }: NewRequest): Promise<void> {
      const earlier = earlierId
        ? await requests.findOneAndDelete({ _id: opaqueHash(earlierId) }).lean()
        : undefined;
      const isContinued = earlier?.is_passed && earlier.account_id === accountId && isOpen(earlier);
      await requests.create({
        _id: opaqueHash(requestId),
        number_key: pseudonym(peppers[0].key, number),
        account_id: accountId,
        hash,
        guesses_left: OTP_GUESSES,
        passed: isContinued ? earlier.passed : 0,
        is_passed: false,
        expires_at: new Date(Date.now() + OTP_MINUTES * 60_000),
      });
    },

    /** Seconds that a request stays ended by wrong guesses; undefined where it is not, or is none for this number. */
    async secondsEnded(requestId: string, number: string): Promise<number | undefined> {
      const ended = await requests.findOne({ ...ofBrowser(requestId, number), guesses_left: 0 }).lean();
      return ended ? (ended.expires_at.getTime() - Date.now()) / 1000 : undefined;
    },

    /**
     * Counts a guess before it is compared, so parallel guesses gain nothing; undefined where none is left to count.
     * @param hashes of the password that was given, under each pepper
     */
    async guess(requestId: string, number: string, hashes: readonly string[]): Promise<Guess | undefined> {
      const open = { ...ofBrowser(requestId, number), guesses_left: { $gt: 0 }, is_passed: false };
      const request = await requests.findOneAndUpdate(open, { $inc: { guesses_left: -1 } }).lean();
      if (!request) return undefined;
      const { account_id, passed } = request;
      return {
        isRight: hashes.some((hash) => sameHash(request.hash, hash)),
        accountId: account_id,
        passed: passed + 1,
      };
    },

    /** Takes the password: true once. A request that is to be continued stays, the other is gone. */
    async take(requestId: string, { isContinued }: { isContinued: boolean }): Promise<boolean> {
      const unused = { _id: opaqueHash(requestId), is_passed: false };
      if (!isContinued) return (await requests.deleteOne(unused)).deletedCount === 1;
      const taken = await requests.updateOne(unused, { $set: { is_passed: true }, $inc: { passed: 1 } });
      return taken.modifiedCount === 1;
    },
  };
}
export type OtpStore = ReturnType<typeof otpStore>;
