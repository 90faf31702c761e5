import { hash } from 'node:crypto';
import { unauthorized } from './errors.ts';

export interface User {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly sid: string;
}

/** Identifies users in the log without naming them. */
export const toLogName = (userId: string): string => hash('sha256', userId).slice(0, 12);

const throwUnauthorized = (): never => {
  throw unauthorized();
};

/** For calls without a session: reading any field answers 401. */
export const anonymousUser: User = Object.defineProperties({} as User, {
  id: { get: throwUnauthorized },
  number: { get: throwUnauthorized },
  name: { get: throwUnauthorized },
  sid: { get: throwUnauthorized },
});
