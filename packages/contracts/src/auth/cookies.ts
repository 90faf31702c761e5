/** The cookies that svc-auth sets; all are opaque and httpOnly. */
export const authCookies = {
  session: 'archaka_session',
  /** The browser's request for a one-time password. */
  otp: 'archaka_otp',
  /** The browser, for the numbers that have signed in on it. */
  browser: 'archaka_browser',
} as const;

/** A cookie's name at the portal's origin. Behind TLS no other host can set a cookie of this name (RFC 6265bis). */
export const toCookieName = (cookie: keyof typeof authCookies, portalOrigin: string): string =>
  `${portalOrigin.startsWith('https:') ? '__Host-' : ''}${authCookies[cookie]}`;
