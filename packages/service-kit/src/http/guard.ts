import type { RequestHandler, Response } from 'express';
import type { Authenticator, InternalCall } from '../auth/authenticator.ts';
import type { User } from '../user.ts';
import { createSameSiteGuard } from './same-site.ts';

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
