import type { Language } from '@archaka/web-kit';

// A cookie, since logging out clears the local storage, and so that the page arrives in the right language.
const NAME = 'language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The language that a request's or page's cookies say was chosen on an earlier visit; Telugu at first. */
export const languageIn = (cookies: string): Language =>
  cookies.split(/;\s*/).includes(`${NAME}=en`) ? 'en' : 'te';

/** The language chosen on an earlier visit; where there is no browser, the first. */
export const rememberedLanguage = (): Language => languageIn(globalThis.document?.cookie ?? '');

export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${NAME}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
