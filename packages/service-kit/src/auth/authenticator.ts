import type { IncomingMessage } from 'node:http';
import type { Caller } from '@archaka/contracts';
import { forbidden, unauthorized } from '../errors.ts';
import type { User } from '../user.ts';
import type { VerifiedCaller } from './service-tokens.ts';

export interface InternalCall {
  readonly name: string;
  readonly callers: readonly Caller[];
}

export interface Authenticator {
  readonly authenticateUser: (request: IncomingMessage) => Promise<User>;
  /** @throws HttpProblem 403 when the caller or its token may not make this call. */
  readonly authenticateService: (request: IncomingMessage, call: InternalCall) => Promise<string>;
  /** Whether the gateway forwarded the request, so that its headers about the client count. */
  readonly isForwarded: (request: IncomingMessage) => Promise<boolean>;
}

/** Carries the gateway's token for `FORWARDING`, beside the applicant's. */
export const GATEWAY_TOKEN_HEADER = 'x-gateway-token';
export const FORWARDING = 'forwarding';

interface Verifiers {
  readonly verifyUserToken: (token: string) => Promise<User>;
  readonly verifyServiceToken: (token: string) => Promise<VerifiedCaller>;
}

function readBearerToken({ headers }: IncomingMessage): string {
  const token = /^Bearer ([\w.~+/-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw unauthorized();
  return token;
}

export const createAuthenticator = ({ verifyUserToken, verifyServiceToken }: Verifiers): Authenticator => ({
  authenticateUser: async (request) => verifyUserToken(readBearerToken(request)),
  async authenticateService(request, call) {
    const { caller, scope } = await verifyServiceToken(readBearerToken(request));
    const callers: readonly string[] = call.callers;
    if (!callers.includes(caller) || scope !== call.name) throw forbidden();
    return caller;
  },
  async isForwarded({ headers }) {
    const token = headers[GATEWAY_TOKEN_HEADER];
    if (typeof token !== 'string') return false;
    const { caller, scope } = await verifyServiceToken(token);
    return caller === 'shell' && scope === FORWARDING;
  },
});
