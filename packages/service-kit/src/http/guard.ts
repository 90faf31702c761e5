import type { RequestHandler, Response } from 'express';
import type { Identify, InternalCall } from '../auth/identify.ts';
import type { User } from '../user.ts';
import { sameSiteGuard } from './same-site.ts';

/** Guards for routes outside the table of calls; in this order: sameSite, applicant or service. */
export interface Guard {
  /** Needs a signed-in applicant, who is then `userOf(response)`; else 401. */
  readonly applicant: RequestHandler;
  /** Needs a token of another service, which may make this call; else 401 or 403. */
  readonly service: (call: InternalCall) => RequestHandler;
  /** Refuses with 403 what would change something and comes from another site. */
  readonly sameSite: RequestHandler;
}

export function createGuard(identify: Identify, portalOrigin: string): Guard {
  return {
    applicant: async (request, response, next) => {
      response.locals.user = await identify.user(request);
      next();
    },
    service: (call) => async (request, _response, next) => {
      await identify.service(request, call);
      next();
    },
    sameSite: sameSiteGuard(portalOrigin),
  };
}

/** The applicant whom `guard.applicant` let in. */
export const userOf = (response: Response): User => response.locals.user as User;
