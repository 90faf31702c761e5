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
export const logNameOf = (userId: string): string => hash('sha256', userId).slice(0, 12);

const refused = (): never => {
  throw unauthorized();
};

/** Stands for the user in calls that need no session: reading any of its fields answers 401. */
export const visitor: User = Object.defineProperties({} as User, {
  id: { get: refused },
  number: { get: refused },
  name: { get: refused },
  sid: { get: refused },
});
