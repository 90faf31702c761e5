import { readCookie, toHostCookieName } from '@archaka/contracts/calls';
import type { Language } from '@archaka/ui';

// A cookie, since logout clears the local storage and the server renders in this language.
const COOKIE_NAME = 'language';
const HOST_COOKIE_NAME = toHostCookieName(COOKIE_NAME, { secure: true });
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export interface LanguageChoice {
  readonly language: Language;
  /** Shows the second language everywhere, not only in headings and main buttons. */
  readonly both: boolean;
  /** False at a first visit, which shows both, Telugu first. */
  readonly isChosen: boolean;
}

const SUFFIX_OF_BOTH = '-both';

export function parseLanguageCookie(cookies: string): LanguageChoice {
  const value = readCookie(cookies, HOST_COOKIE_NAME) ?? readCookie(cookies, COOKIE_NAME) ?? '';
  return {
    language: value.startsWith('en') ? 'en' : 'te',
    both: value === '' || value.endsWith(SUFFIX_OF_BOTH),
    isChosen: value !== '',
  };
}

export const readStoredLanguage = (): LanguageChoice =>
  parseLanguageCookie(globalThis.document?.cookie ?? '');

export function formatLanguageCookie(
  { language, both }: Omit<LanguageChoice, 'isChosen'>,
  protocol: string,
): string {
  const [name, attributes] = protocol === 'https:' ? [HOST_COOKIE_NAME, '; Secure'] : [COOKIE_NAME, ''];
  return `${name}=${language}${both ? SUFFIX_OF_BOTH : ''}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${attributes}`;
}

export function storeLanguage(choice: LanguageChoice): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = formatLanguageCookie(choice, location.protocol);
}
