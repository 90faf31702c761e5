import { routes } from '@archaka/contracts';

/** The path of a portal's `verifyAddress` up to its token. */
export const BEFORE_TOKEN = routes.verifyTicket.path.replace(':token', '');

/** What the code on a ticket holds. */
export const verifyAddress = (portalOrigin: string, token: string): string =>
  portalOrigin + BEFORE_TOKEN + token;
