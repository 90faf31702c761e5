import { authCookies, cookieName } from '@archaka/contracts';

/** Which of the browser's cookies the services see, and which of a service's the browser takes: svc-auth's own. */
export function cookiesAt(portalOrigin: string) {
  const names = (Object.keys(authCookies) as (keyof typeof authCookies)[]).map(
    (cookie) => `${cookieName(cookie, portalOrigin)}=`,
  );
  const isOurs = (cookie: string) => names.some((name) => cookie.startsWith(name));
  const ours = (cookies: string | undefined) => cookies?.split(/;\s*/).filter(isOurs) ?? [];
  const session = `${cookieName('session', portalOrigin)}=`;

  return {
    /** The opaque session id; undefined where there is none that could be one. */
    sessionIdOf(cookies: string | undefined): string | undefined {
      const id = ours(cookies)
        .find((cookie) => cookie.startsWith(session))
        ?.slice(session.length);
      return id && /^[\w.~-]{8,100}$/.test(id) ? id : undefined;
    },
    /** As a request carries them to svc-auth; undefined where there are none. */
    forAuth: (cookies: string | undefined): string | undefined => ours(cookies).join('; ') || undefined,
    /** What svc-auth may set. */
    fromAuth: (setCookies: string | string[] | undefined): string[] =>
      [setCookies ?? []].flat().filter(isOurs),
  };
}
