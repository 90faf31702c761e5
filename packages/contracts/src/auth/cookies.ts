/** svc-auth's cookies; all are opaque and httpOnly. */
export const authCookies = {
  session: 'archaka_session',
  otp: 'archaka_otp',
  /** Identifies the browser that signed up, until the sign-up has become an account. */
  signUp: 'archaka_signup',
  /** Identifies a browser to the numbers that signed in on it. */
  browser: 'archaka_browser',
} as const;

/** Behind TLS, no other host can set a cookie of this name (RFC 6265bis). */
export const toHostCookieName = (name: string, { secure }: { secure: boolean }): string =>
  secure ? `__Host-${name}` : name;

export const toCookieName = (cookie: keyof typeof authCookies, portalOrigin: string): string =>
  toHostCookieName(authCookies[cookie], { secure: portalOrigin.startsWith('https:') });

export function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const cookie = header?.split(/;\s*/).find((pair) => pair.startsWith(start));
  return cookie?.slice(start.length);
}

export function readSessionId(header: string | undefined, portalOrigin: string): string | undefined {
  const id = readCookie(header, toCookieName('session', portalOrigin));
  return id && /^[\w.~-]{8,100}$/.test(id) ? id : undefined;
}
