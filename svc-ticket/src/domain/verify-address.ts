import { routes } from '@archaka/contracts';

/** What the code on a ticket holds. */
export const verifyAddress = (portalOrigin: string, token: string): string =>
  portalOrigin + routes.verifyTicket.path.replace(':token', token);
