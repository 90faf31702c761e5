import type { IncomingMessage } from 'node:http';
import { unauthorized } from '../errors.ts';
import type { User } from '../user.ts';

/** Says who sent a request, or refuses it with 401. */
export interface Identify {
  readonly user: (request: IncomingMessage) => Promise<User>;
  /** Gives the calling service's name. */
  readonly service: (request: IncomingMessage) => Promise<string>;
}

interface Verifiers {
  readonly user: (token: string) => Promise<User>;
  readonly service: (token: string) => Promise<string>;
}

function bearer({ headers }: IncomingMessage): string {
  const token = /^Bearer ([\w.~+/-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthorized();
  return token;
}

/** Identifies by the bearer token. */
export const identifyBy = ({ user, service }: Verifiers): Identify => ({
  user: async (request) => user(bearer(request)),
  service: async (request) => service(bearer(request)),
});
