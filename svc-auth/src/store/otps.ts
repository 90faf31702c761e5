import type { Database } from '@archaka/service-kit';
import { Schema } from 'mongoose';
import { OTP_MINUTES, OTP_TRIES, sameHash } from '../domain/otp.ts';
import { pseudonym } from '../domain/pseudonym.ts';

interface Otp {
  readonly _id: string;
  readonly hash: string;
  readonly tries_left: number;
  readonly expires_at: Date;
}
const otpSchema = new Schema<Otp>(
  {
    _id: { type: String, required: true },
    hash: { type: String, required: true },
    tries_left: { type: Number, required: true },
    expires_at: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  },
  { versionKey: false },
);

/** At most one live OTP a mobile number, kept as its hash under the number's pseudonym. */
export function otpStore({ connection }: Database, pepper: string) {
  const keyOf = (number: string) => pseudonym(pepper, number);
  const otps = connection.model('Otp', otpSchema);
  return {
    /** A new OTP ends the number's earlier one. */
    async put(number: string, hash: string): Promise<void> {
      const expires_at = new Date(Date.now() + OTP_MINUTES * 60_000);
      await otps.replaceOne(
        { _id: keyOf(number) },
        { hash, tries_left: OTP_TRIES, expires_at },
        { upsert: true },
      );
    },

    /** True once for the right hash. Every try counts before it is compared, so parallel guesses gain nothing. */
    async use(number: string, hash: string): Promise<boolean> {
      const otp = await otps
        .findOneAndUpdate(
          { _id: keyOf(number), tries_left: { $gt: 0 }, expires_at: { $gt: new Date() } },
          { $inc: { tries_left: -1 } },
        )
        .lean();
      if (!otp || !sameHash(otp.hash, hash)) return false;
      const { deletedCount } = await otps.deleteOne({ _id: keyOf(number), hash });
      return deletedCount === 1;
    },
  };
}
export type OtpStore = ReturnType<typeof otpStore>;
