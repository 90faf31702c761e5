import type { Language } from '@archaka/web-kit';

// A cookie, since logging out clears the local storage, and so that the page arrives in the right language.
const PLAIN = 'language';
/** Behind TLS, where no other host can set a cookie of this name (RFC 6265bis). */
const OF_THIS_HOST = `__Host-${PLAIN}`;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language that a request's or page's cookies say was chosen on an earlier visit; Telugu at first. */
export function languageIn(cookies: string): Language {
  const values = new Map(cookies.split(/;\s*/).map((cookie) => cookie.split('=', 2) as [string, string]));
  return (values.get(OF_THIS_HOST) ?? values.get(PLAIN)) === 'en' ? 'en' : 'te';
}

/** The language chosen on an earlier visit; where there is no browser, the first. */
export const rememberedLanguage = (): Language => languageIn(globalThis.document?.cookie ?? '');

export function languageCookie(language: Language, protocol: string): string {
  const [name, more] = protocol === 'https:' ? [OF_THIS_HOST, '; Secure'] : [PLAIN, ''];
  return `${name}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${more}`;
}

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = languageCookie(language, location.protocol);
}
