import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Authenticator, InternalCall } from '../auth/authenticator.ts';
import { crossSite } from '../errors.ts';
import type { User } from '../user.ts';

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
