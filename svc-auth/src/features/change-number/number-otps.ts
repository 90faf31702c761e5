import type { KeyRing, User } from '@archaka/service-kit';
import { tooMany } from '@archaka/service-kit';
import { createOtp, hashOtp } from '../../domain/otp.ts';
import type { OtpRepository } from '../../persistence/otp-repository.ts';
import { type SendOtp, SmsFailed } from '../../sms/send-otp.ts';

type Side = 'old' | 'new';

interface NumberOtpDependencies {
  readonly otps: OtpRepository;
  readonly peppers: KeyRing;
  readonly sendOtp: SendOtp;
}

interface NumberOtp {
  readonly side: Side;
  readonly number: string;
  readonly user: User;
}

/** Bound to the requesting session, as those of a sign-in are to the browser. */
const toRequestId = (side: Side, { sid }: User): string => `number-change\n${side}\n${sid}`;

export interface NumberOtps {
  /** `onUnsent` is called when certainly no message was sent. @throws SmsFailed */
  readonly send: (otp: NumberOtp, onUnsent: () => Promise<void>) => Promise<void>;
  /** Counts the guess. @throws HttpProblem 429 after too many */
  readonly isRight: (otp: NumberOtp, guessed: string) => Promise<boolean>;
  /** True once for each password. */
  readonly consume: (otp: Omit<NumberOtp, 'number'>) => Promise<boolean>;
}

export const createNumberOtps = ({ otps, peppers, sendOtp }: NumberOtpDependencies): NumberOtps => ({
  async send({ side, number, user }, onUnsent) {
    const otp = createOtp();
    const requestId = toRequestId(side, user);
    const hash = hashOtp(peppers[0].key, number, otp, 'number-change');
    await otps.create({ requestId, number, accountId: user.id, hash, earlierId: requestId });
    await sendOtp(number, otp).catch(async (error: unknown) => {
      if (error instanceof SmsFailed && !error.mayBeSent) await onUnsent();
      throw error;
    });
  },

  async isRight({ side, number, user }, otp) {
    const requestId = toRequestId(side, user);
    const hashes = peppers.map(({ key }) => hashOtp(key, number, otp, 'number-change'));
    const guess = await otps.guess(requestId, number, hashes);
    if (guess) return guess.isRight && guess.accountId === user.id;
    const seconds = await otps.getLockoutSeconds(requestId, number);
    if (seconds !== undefined) throw tooMany(seconds);
    return false;
  },

  consume: ({ side, user }) => otps.consume(toRequestId(side, user), { isContinued: false }),
});
