import { type authCookies, cookieName } from '@archaka/contracts';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { isOpaqueId } from '../domain/opaque-id.ts';
import { OTP_MINUTES } from '../domain/otp.ts';
import { BROWSER_DAYS } from '../store/browsers.ts';

type Cookie = keyof typeof authCookies;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const kinds: Readonly<Record<Cookie, CookieOptions>> = {
  session: { sameSite: 'lax' },
  otp: { sameSite: 'strict', maxAge: OTP_MINUTES * MINUTE },
  browser: { sameSite: 'strict', maxAge: BROWSER_DAYS * DAY },
};

/** The cookies of one portal: how they are read, set and cleared. */
export function cookiesAt(portalOrigin: string) {
  const options = (cookie: Cookie): CookieOptions => ({
    ...kinds[cookie],
    httpOnly: true,
    path: '/',
    secure: portalOrigin.startsWith('https:'),
  });
  return {
    /** Undefined where the browser sent none, or none of ours. */
    read(request: Request, cookie: Cookie): string | undefined {
      const value = parseCookie(request.headers.cookie ?? '')[cookieName(cookie, portalOrigin)];
      return isOpaqueId(value) ? value : undefined;
    },
    /** `hours`: how long the browser keeps it, where the cookie's kind does not say. */
    set(response: Response, cookie: Cookie, { value, hours }: { value: string; hours?: number }): void {
      const lasting = hours === undefined ? {} : { maxAge: hours * 60 * MINUTE };
      response.cookie(cookieName(cookie, portalOrigin), value, { ...options(cookie), ...lasting });
    },
    clear(response: Response, cookie: Cookie): void {
      const { maxAge: _, ...rest } = options(cookie);
      response.clearCookie(cookieName(cookie, portalOrigin), rest);
    },
  };
}
export type Cookies = ReturnType<typeof cookiesAt>;
