import { authCookies, toCookieName } from '@archaka/contracts';

/** Which of the browser's cookies the services see, and which of a service's the browser takes: svc-auth's own. */
export function createCookieFilter(portalOrigin: string) {
  const names = (Object.keys(authCookies) as (keyof typeof authCookies)[]).map(
    (cookie) => `${toCookieName(cookie, portalOrigin)}=`,
  );
  const isOwn = (cookie: string) => names.some((name) => cookie.startsWith(name));
  const listOwnCookies = (cookies: string | undefined) => cookies?.split(/;\s*/).filter(isOwn) ?? [];

  return {
    /** As a request carries them to svc-auth; undefined where there are none. */
    forAuth: (cookies: string | undefined): string | undefined =>
      listOwnCookies(cookies).join('; ') || undefined,
    /** What svc-auth may set. */
    fromAuth: (setCookies: string | string[] | undefined): string[] =>
      [setCookies ?? []].flat().filter(isOwn),
  };
}
