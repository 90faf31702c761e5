import { type authCookies, readCookie, toCookieName } from '@archaka/contracts';
import type { CookieOptions, Request, Response } from 'express';
import { OTP_MINUTES } from '../domain/otp.ts';
import { createOpaqueId, isOpaqueId } from '../domain/session.ts';
import { BROWSER_DAYS } from '../persistence/browser-repository.ts';
import { SIGN_UP_HOURS, type SignUpRepository } from '../persistence/sign-up-repository.ts';

type CookieName = keyof typeof authCookies;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const optionsByName: Readonly<Record<CookieName, CookieOptions>> = {
  session: { sameSite: 'lax' },
  otp: { sameSite: 'strict', maxAge: OTP_MINUTES * MINUTE_MS },
  signUp: { sameSite: 'strict', maxAge: SIGN_UP_HOURS * 60 * MINUTE_MS },
  browser: { sameSite: 'strict', maxAge: BROWSER_DAYS * DAY_MS },
};

export class Cookies {
  readonly #portalOrigin: string;

  constructor(portalOrigin: string) {
    this.#portalOrigin = portalOrigin;
  }

  read(request: Request, cookie: CookieName): string | undefined {
    const value = readCookie(request.headers.cookie, this.#getName(cookie));
    return isOpaqueId(value) ? value : undefined;
  }

  /** `hours`: lifetime, where the kind of cookie sets none. */
  set(response: Response, cookie: CookieName, { value, hours }: { value: string; hours?: number }): void {
    const lifetime = hours === undefined ? {} : { maxAge: hours * 60 * MINUTE_MS };
    response.cookie(this.#getName(cookie), value, { ...this.#getOptions(cookie), ...lifetime });
  }

  clear(response: Response, cookie: CookieName): void {
    const { maxAge: _, ...rest } = this.#getOptions(cookie);
    response.clearCookie(this.#getName(cookie), rest);
  }

  #getName(cookie: CookieName): string {
    return toCookieName(cookie, this.#portalOrigin);
  }

  #getOptions(cookie: CookieName): CookieOptions {
    const secure = this.#portalOrigin.startsWith('https:');
    return { ...optionsByName[cookie], httpOnly: true, path: '/', secure };
  }
}

/** Recognises the browser of a sign-up by a cookie that this service has issued. */
export class SignUpBrowsers {
  readonly #cookies: Cookies;
  readonly #signUps: SignUpRepository;

  constructor(cookies: Cookies, signUps: SignUpRepository) {
    this.#cookies = cookies;
    this.#signUps = signUps;
  }

  find(request: Request): string | undefined {
    return this.#cookies.read(request, 'signUp');
  }

  async findOrCreate(request: Request): Promise<string> {
    const sent = this.find(request);
    return sent && (await this.#signUps.hasAny(sent)) ? sent : createOpaqueId();
  }

  remember(response: Response, browserId: string): void {
    this.#cookies.set(response, 'signUp', { value: browserId });
  }

  /** Clears the cookie once none of the browser's sign-ups waits. */
  async forgetUnused(request: Request, response: Response): Promise<void> {
    const sent = this.find(request);
    if (sent && !(await this.#signUps.hasAny(sent))) this.#cookies.clear(response, 'signUp');
  }
}
