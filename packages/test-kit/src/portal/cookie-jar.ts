/** One browser's cookies of one portal. */
export interface CookieJar {
  /** As a request carries them. */
  readonly all: () => string;
  /** `name=value`; empty when there is none of this name. */
  readonly one: (name: string) => string;
  /** Takes what an answer sets, and drops what it ends. */
  readonly keep: (headers: Headers) => void;
}

export function cookieJar(given = ''): CookieJar {
  const cookies = new Map<string, string>();
  const put = (pair: string) => cookies.set(pair.slice(0, pair.indexOf('=')), pair);
  if (given) for (const pair of given.split('; ')) put(pair);

  return {
    all: () => [...cookies.values()].join('; '),
    one: (name) => cookies.get(name) ?? '',
    keep(headers) {
      for (const set of headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        if (pair.endsWith('=')) cookies.delete(pair.slice(0, -1));
        else put(pair);
      }
    },
  };
}
