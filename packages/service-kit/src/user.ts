import { hash } from 'node:crypto';
import { unauthorized } from './errors.ts';

/** Who asks, from the verified user token. */
export interface User {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** Hash of the session id. */
  readonly sid: string;
}

/** Tells users apart in the log without naming them. */
export const toLogName = (userId: string): string => hash('sha256', userId).slice(0, 12);

const throwUnauthorized = (): never => {
  throw unauthorized();
};

/** Stands for the user in calls that need no session: reading any of its fields answers 401. */
export const anonymousUser: User = Object.defineProperties({} as User, {
  id: { get: throwUnauthorized },
  number: { get: throwUnauthorized },
  name: { get: throwUnauthorized },
  sid: { get: throwUnauthorized },
});
