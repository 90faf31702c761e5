import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Caller } from '@archaka/contracts';
import type { RequestHandler, Response } from 'express';
import { crossSite, forbidden, unauthorized } from '../errors.ts';
import type { User } from '../user.ts';
import type { VerifiedCaller } from './service-tokens.ts';

interface InternalCall {
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

/** Guards for routes outside the table of calls, in this order: sameSite, applicant or service. */
export interface Guard {
  /** Needs a session, else 401. `getUser(response)` returns the applicant. */
  readonly applicant: RequestHandler;
  /** `getCaller(response)` returns the service. */
  readonly service: (call: InternalCall) => RequestHandler;
  readonly sameSite: RequestHandler;
}

export function createGuard(authenticator: Authenticator, portalOrigin: string): Guard {
  return {
    applicant: async (request, response, next) => {
      response.locals.user = await authenticator.authenticateUser(request);
      next();
    },
    service: (call) => async (request, response, next) => {
      response.locals.caller = await authenticator.authenticateService(request, call);
      next();
    },
    sameSite: createSameSiteGuard(portalOrigin),
  };
}

/** Only behind `guard.applicant`. */
export const getUser = (response: Response): User => response.locals.user as User;

/** Only behind `guard.service`. */
export const getCaller = (response: Response): string => String(response.locals.caller);

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `Origin` decides, else `Sec-Fetch-Site`. Software other than browsers sends neither. */
export function isCrossSite(headers: IncomingHttpHeaders, portalOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (headers.origin !== undefined) return headers.origin !== portalOrigin;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

const createSameSiteGuard =
  (portalOrigin: string): RequestHandler =>
  (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && isCrossSite(request.headers, portalOrigin)) throw crossSite();
    next();
  };
