import { authCookies, toCookieName } from '@archaka/contracts';

/** Passes only svc-auth's own cookies, in both directions. */
export function createCookieFilter(portalOrigin: string) {
  const names = (Object.keys(authCookies) as (keyof typeof authCookies)[]).map(
    (cookie) => `${toCookieName(cookie, portalOrigin)}=`,
  );
  const isOwn = (cookie: string) => names.some((name) => cookie.startsWith(name));
  const listOwnCookies = (cookies: string | undefined) => cookies?.split(/;\s*/).filter(isOwn) ?? [];

  return {
    forAuth: (cookies: string | undefined): string | undefined =>
      listOwnCookies(cookies).join('; ') || undefined,
    fromAuth: (setCookies: string | string[] | undefined): string[] =>
      [setCookies ?? []].flat().filter(isOwn),
  };
}
