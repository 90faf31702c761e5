import { hash } from 'node:crypto';
import type { StaffMember } from '@archaka/contracts';
import { unauthorized } from './errors.ts';

export interface User {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly sid: string;
}

/** Of an open session of the staff. */
export interface SignedInMember extends StaffMember {
  /** Tokens of the mobile numbers of the member and their family; no response has them. */
  readonly ownNumbers: readonly string[];
}

/** Identifies users in the log without naming them. */
export const toLogName = (userId: string): string => hash('sha256', userId).slice(0, 12);

const throwUnauthorized = (): never => {
  throw unauthorized();
};

const throwOnRead = <Value extends object>(fields: readonly (keyof Value)[]): Value =>
  Object.defineProperties(
    {} as Value,
    Object.fromEntries(fields.map((field) => [field, { get: throwUnauthorized }])),
  );

/** For calls without a session: reading any field answers 401. */
export const anonymousUser = throwOnRead<User>(['id', 'number', 'name', 'sid']);

/** For calls without a session of the staff: reading any field answers 401. */
export const anonymousStaff = throwOnRead<SignedInMember>(['id', 'name', 'roles', 'districts', 'ownNumbers']);
