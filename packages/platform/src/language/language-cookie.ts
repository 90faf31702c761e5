import { readCookie, toHostCookieName } from '@archaka/contracts';
import type { Language } from '@archaka/web-kit';

// A cookie, since logout clears the local storage and the server renders in this language.
const COOKIE_NAME = 'language';
const HOST_COOKIE_NAME = toHostCookieName(COOKIE_NAME, { secure: true });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function parseLanguageCookie(cookies: string): Language {
  const chosen = readCookie(cookies, HOST_COOKIE_NAME) ?? readCookie(cookies, COOKIE_NAME);
  return chosen === 'en' ? 'en' : 'te';
}

export const readStoredLanguage = (): Language => parseLanguageCookie(globalThis.document?.cookie ?? '');

export function formatLanguageCookie(language: Language, protocol: string): string {
  const [name, attributes] = protocol === 'https:' ? [HOST_COOKIE_NAME, '; Secure'] : [COOKIE_NAME, ''];
  return `${name}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${attributes}`;
}

export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = formatLanguageCookie(language, location.protocol);
}
