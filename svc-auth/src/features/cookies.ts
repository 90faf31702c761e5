import { type authCookies, readCookie, toCookieName } from '@archaka/contracts';
import type { CookieOptions, Request, Response } from 'express';
import { isOpaqueId } from '../domain/opaque-id.ts';
import { OTP_MINUTES } from '../domain/otp.ts';
import { BROWSER_DAYS } from '../persistence/browser-repository.ts';
import { SIGN_UP_HOURS } from '../persistence/sign-up-repository.ts';

type CookieName = keyof typeof authCookies;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const optionsByName: Readonly<Record<CookieName, CookieOptions>> = {
  session: { sameSite: 'lax' },
  otp: { sameSite: 'strict', maxAge: OTP_MINUTES * MINUTE_MS },
  signUp: { sameSite: 'strict', maxAge: SIGN_UP_HOURS * 60 * MINUTE_MS },
  browser: { sameSite: 'strict', maxAge: BROWSER_DAYS * DAY_MS },
};

export interface Cookies {
  readonly read: (request: Request, cookie: CookieName) => string | undefined;
  /** `hours`: lifetime, where the kind of cookie sets none. */
  readonly set: (
    response: Response,
    cookie: CookieName,
    cookieValue: { value: string; hours?: number },
  ) => void;
  readonly clear: (response: Response, cookie: CookieName) => void;
}

export function createCookies(portalOrigin: string): Cookies {
  const getOptions = (cookie: CookieName): CookieOptions => ({
    ...optionsByName[cookie],
    httpOnly: true,
    path: '/',
    secure: portalOrigin.startsWith('https:'),
  });
  return {
    read(request, cookie) {
      const value = readCookie(request.headers.cookie, toCookieName(cookie, portalOrigin));
      return isOpaqueId(value) ? value : undefined;
    },
    set(response, cookie, { value, hours }) {
      const lifetime = hours === undefined ? {} : { maxAge: hours * 60 * MINUTE_MS };
      response.cookie(toCookieName(cookie, portalOrigin), value, { ...getOptions(cookie), ...lifetime });
    },
    clear(response, cookie) {
      const { maxAge: _, ...rest } = getOptions(cookie);
      response.clearCookie(toCookieName(cookie, portalOrigin), rest);
    },
  };
}
