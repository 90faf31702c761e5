/** The cookies that svc-auth sets; all are opaque and httpOnly. */
export const authCookies = {
  session: 'archaka_session',
  /** The browser's request for a one-time password. */
  otp: 'archaka_otp',
  /** The browser, for the numbers that have signed in on it. */
  browser: 'archaka_browser',
} as const;

/** A cookie's name: behind TLS no other host can set one of this name (RFC 6265bis). */
export const toHostCookieName = (name: string, { secure }: { secure: boolean }): string =>
  secure ? `__Host-${name}` : name;

/** The name of a cookie of svc-auth at the portal's origin. */
export const toCookieName = (cookie: keyof typeof authCookies, portalOrigin: string): string =>
  toHostCookieName(authCookies[cookie], { secure: portalOrigin.startsWith('https:') });

/** What a request's `cookie` header says of one cookie; undefined where it is not among them. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const cookie = header?.split(/;\s*/).find((pair) => pair.startsWith(start));
  return cookie?.slice(start.length);
}

/** The opaque session id of a request's `cookie` header; undefined where there is none that could be one. */
export function readSessionId(header: string | undefined, portalOrigin: string): string | undefined {
  const id = readCookie(header, toCookieName('session', portalOrigin));
  return id && /^[\w.~-]{8,100}$/.test(id) ? id : undefined;
}
