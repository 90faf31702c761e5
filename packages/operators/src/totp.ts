import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app reads it. */
const SETTINGS = { issuer: 'Archaka portal', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps by which the two clocks may differ. */
const MAX_SKEW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

const createTotp = (secret: string, label = ''): TOTP =>
  new TOTP({ ...SETTINGS, label, secret: Secret.fromBase32(secret) });

/** Base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address for an authenticator app, as text or as a QR code. */
export const toOtpauthUri = (name: string, secret: string): string => createTotp(secret, name).toString();

/** Counts periods of 30 s since 1970. */
export const toStep = (now: Date): number => Math.floor(now.getTime() / 1000 / SETTINGS.period);

export const createCode = (secret: string, step: number): string =>
  createTotp(secret).generate({ timestamp: step * SETTINGS.period * 1000 });

/** Compares in constant time. @returns the matching step */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: MAX_SKEW });
  return delta === null ? undefined : toStep(now) + delta;
}
