import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

export const OTP_COUNT = 10_000;
export const OTP_MINUTES = 10;

export const createOtp = (): string => String(randomInt(OTP_COUNT)).padStart(4, '0');

export type OtpPurpose = 'sign-in' | 'number-change-old' | 'number-change-new' | 'number-undo';

interface OtpGuess {
  readonly purpose: OtpPurpose;
  readonly number: string;
  readonly otp: string;
}

/** Bound to number and purpose, and invalid for any other. */
export const hashOtp = (pepper: string, { purpose, number, otp }: OtpGuess): string =>
  createHmac('sha256', pepper).update(`${purpose}\n${number}\n${otp}`).digest('base64url');

export const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Replaces a mobile number or an address in keys, since MongoDB logs the keys of contended upserts. */
export const createPseudonym = (pepper: string, text: string): string =>
  createHmac('sha256', pepper).update(`key\n${text}`).digest('base64url');
