import type { Role } from './roles.ts';
import { findStep } from './totp.ts';

export interface OperatorAccount {
  /** Opaque; recorded in the audit log. */
  readonly id: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly isDisabled: boolean;
  /** Step of the last accepted code. */
  readonly lastStep: number;
  /** Attempts since the last accepted code or lockout, including the current one. */
  readonly attempts: number;
  readonly lockedUntil?: Date | undefined;
}

export const MAX_ATTEMPTS = 5;
export const LOCKOUT_MS = 15 * 60_000;

export type CodeCheck =
  | { readonly outcome: 'accepted'; readonly step: number }
  | { readonly outcome: 'locked' | 'replayed' | 'rejected' };

/** A lockout further in the future than its length came from a wrong clock: it ends. */
export function isLocked({ lockedUntil }: OperatorAccount, now: Date): boolean {
  const remaining = (lockedUntil?.getTime() ?? 0) - now.getTime();
  return remaining > 0 && remaining <= LOCKOUT_MS;
}

/** Accepts each code once: one that is not newer than the last is replayed. */
export function checkCode(
  account: OperatorAccount,
  { secret, code, now }: { readonly secret: string; readonly code: string; readonly now: Date },
): CodeCheck {
  if (isLocked(account, now) || account.attempts > MAX_ATTEMPTS) return { outcome: 'locked' };
  const step = findStep(secret, code, now);
  if (step === undefined || account.isDisabled) return { outcome: 'rejected' };
  return step > account.lastStep ? { outcome: 'accepted', step } : { outcome: 'replayed' };
}
