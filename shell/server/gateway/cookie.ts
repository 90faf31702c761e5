const name = 'archaka_session=';

/** The opaque session id of the portal's cookie; undefined where there is none that could be one. */
export function sessionIdOf(cookies: string | undefined): string | undefined {
  const found = cookies?.split(/;\s*/).find((cookie) => cookie.startsWith(name));
  const id = found?.slice(name.length);
  return id && /^[\w.~-]{8,100}$/.test(id) ? id : undefined;
}
