import type { Language } from '@archaka/web-kit';

// A cookie, since logging out clears the local storage, and so that the page arrives in the right language.
const COOKIE_NAME = 'language';
/** Behind TLS, where no other host can set a cookie of this name (RFC 6265bis). */
const HOST_COOKIE_NAME = `__Host-${COOKIE_NAME}`;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language that a request's or page's cookies say was chosen on an earlier visit; Telugu at first. */
export function parseLanguageCookie(cookies: string): Language {
  const values = new Map(cookies.split(/;\s*/).map((cookie) => cookie.split('=', 2) as [string, string]));
  return (values.get(HOST_COOKIE_NAME) ?? values.get(COOKIE_NAME)) === 'en' ? 'en' : 'te';
}

/** The language chosen on an earlier visit; where there is no browser, the first. */
export const readStoredLanguage = (): Language => parseLanguageCookie(globalThis.document?.cookie ?? '');

export function formatLanguageCookie(language: Language, protocol: string): string {
  const [name, attributes] = protocol === 'https:' ? [HOST_COOKIE_NAME, '; Secure'] : [COOKIE_NAME, ''];
  return `${name}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${attributes}`;
}

export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = formatLanguageCookie(language, location.protocol);
}
