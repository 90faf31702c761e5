import { expect, test } from '@jest/globals';
import { languageCookie, languageIn } from './remembered-language.ts';

test('behind TLS the language’s cookie is Secure and this host’s own', () => {
  expect(languageCookie('en', 'https:')).toMatch(/^__Host-language=en; Path=\/; .*SameSite=Lax; Secure$/);
  expect(languageCookie('en', 'http:')).toMatch(/^language=en; .*SameSite=Lax$/);
});

test('the language is read from either name, this host’s own first', () => {
  expect(languageIn('a=b; language=en')).toBe('en');
  expect(languageIn('language=en; __Host-language=te')).toBe('te');
  expect(languageIn('__Host-language=en')).toBe('en');
  expect(languageIn('')).toBe('te');
});
