import type { RequestHandler, Response } from 'express';
import type { Authenticator, InternalCall } from '../auth/authenticator.ts';
import type { User } from '../user.ts';
import { createSameSiteGuard } from './same-site.ts';

/** Guards for routes outside the table of calls; in this order: sameSite, applicant or service. */
export interface Guard {
  /** Needs a signed-in applicant, who is then `userOf(response)`; else 401. */
  readonly applicant: RequestHandler;
  /** Needs a token of another service, which may make this call; else 401 or 403. */
  readonly service: (call: InternalCall) => RequestHandler;
  /** Refuses with 403 what would change something and comes from another site. */
  readonly sameSite: RequestHandler;
}

export function createGuard(authenticator: Authenticator, portalOrigin: string): Guard {
  return {
    applicant: async (request, response, next) => {
      response.locals.user = await authenticator.authenticateUser(request);
      next();
    },
    service: (call) => async (request, _response, next) => {
      await authenticator.authenticateService(request, call);
      next();
    },
    sameSite: createSameSiteGuard(portalOrigin),
  };
}

/** The applicant whom `guard.applicant` let in. */
export const getUser = (response: Response): User => response.locals.user as User;
