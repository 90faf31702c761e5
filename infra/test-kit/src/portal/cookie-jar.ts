/** One browser's cookies of one portal. */
export interface CookieJar {
  /** The value of a request's Cookie header. */
  readonly toHeader: () => string;
  /** `name=value`; empty when there is none of this name. */
  readonly findCookie: (name: string) => string;
  /** Applies the Set-Cookie headers of a response, expired ones included. */
  readonly storeFrom: (headers: Headers) => void;
}

export function createCookieJar(initial = ''): CookieJar {
  const cookies = new Map<string, string>();
  const setCookie = (pair: string) => cookies.set(pair.slice(0, pair.indexOf('=')), pair);
  if (initial) for (const pair of initial.split('; ')) setCookie(pair);

  return {
    toHeader: () => [...cookies.values()].join('; '),
    findCookie: (name) => cookies.get(name) ?? '',
    storeFrom(headers) {
      for (const setCookieHeader of headers.getSetCookie()) {
        const [pair = ''] = setCookieHeader.split(';');
        if (pair.endsWith('=')) cookies.delete(pair.slice(0, -1));
        else setCookie(pair);
      }
    },
  };
}
