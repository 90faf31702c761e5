import { authCookies } from './auth/cookies.ts';
import { deskCookies } from './desk/staff.ts';
import type { Service } from './services.ts';

/** The cookies that a service sets and reads; the gateway lets it see and set no others. */
export const serviceCookies: Readonly<Partial<Record<Service, readonly string[]>>> = {
  auth: Object.values(authCookies),
  desk: Object.values(deskCookies),
};
