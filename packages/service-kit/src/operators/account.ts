import { createHmac } from 'node:crypto';
import { type StaffMember, type StaffRole, staffRoles } from '@archaka/contracts';
import { Secret, TOTP } from 'otpauth';
import type { Role } from './operator.ts';

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

/** What limits the codes of an account. */
export interface CodeLimits {
  readonly isDisabled: boolean;
  /** Step of the last accepted code. */
  readonly lastStep: number;
  /** Attempts since the last accepted code or lockout, including the current one. */
  readonly attempts: number;
  readonly lockedUntil?: Date | undefined;
}

export interface OperatorAccount extends CodeLimits {
  /** Opaque; recorded in the audit log. */
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

export const MAX_ATTEMPTS = 5;
export const LOCKOUT_MS = 15 * 60_000;

type CodeCheck =
  | { readonly outcome: 'accepted'; readonly step: number }
  | { readonly outcome: 'locked' | 'replayed' | 'rejected' };

export const isLocked = ({ lockedUntil }: CodeLimits, now: Date): boolean =>
  lockedUntil !== undefined && lockedUntil > now;

/** Accepts each code once: one that is not newer than the last is replayed. */
export function checkCode(
  account: CodeLimits,
  { secret, code, now }: { readonly secret: string; readonly code: string; readonly now: Date },
): CodeCheck {
  if (isLocked(account, now) || account.attempts > MAX_ATTEMPTS) return { outcome: 'locked' };
  const step = findStep(secret, code, now);
  if (step === undefined || account.isDisabled) return { outcome: 'rejected' };
  return step > account.lastStep ? { outcome: 'accepted', step } : { outcome: 'replayed' };
}

interface LocalStaffMember extends Omit<StaffMember, 'districts'> {
  readonly password: string;
  /** Of the authenticator, base32. */
  readonly secret: string;
}

/** One of each role, and second ones where two people decide. */
const accounts: readonly (readonly [name: string, role: StaffRole])[] = [
  ...staffRoles.map((role) => [role, role] as const),
  ['scrutiny-clerk-2', 'scrutiny-clerk'],
  ['senior-clerk-2', 'senior-clerk'],
  ['finance-2', 'finance'],
];

const derive = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(purpose).digest();

/** The staff of a developer's portal, by its LOCAL_STAFF_SECRET. */
export const deriveLocalStaff = (localSecret: string): LocalStaffMember[] =>
  accounts.map(([name, role]) => {
    const bytes = derive(localSecret, `authenticator of ${name}`).subarray(0, SECRET_BYTES);
    return {
      id: `local-${name}`,
      name,
      roles: [role],
      password: derive(localSecret, `password of ${name}`).toString('base64url').slice(0, 16),
      secret: new Secret({ buffer: new Uint8Array(bytes).buffer }).base32,
    };
  });
