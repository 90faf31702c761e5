import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** How many passwords of four digits there are. */
export const OTP_COUNT = 10_000;
/** Minutes a password serves. */
export const OTP_MINUTES = 10;
/** Wrong guesses that end a request. */
export const OTP_GUESSES = 5;

/** Four digits from the system's random source. */
export const createOtp = (): string => String(randomInt(OTP_COUNT)).padStart(4, '0');

/** What is stored of an OTP: bound to its number and purpose, so that it fits nowhere else. */
export const hashOtp = (pepper: string, number: string, otp: string): string =>
  createHmac('sha256', pepper).update(`sign-in\n${number}\n${otp}`).digest('base64url');

export const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
