import { expect, test } from '@jest/globals';
import { formatLanguageCookie, parseLanguageCookie } from './language-cookie.ts';

test('behind TLS the language’s cookie is Secure and this host’s own', () => {
  expect(formatLanguageCookie('en', 'https:')).toMatch(
    /^__Host-language=en; Path=\/; .*SameSite=Lax; Secure$/,
  );
  expect(formatLanguageCookie('en', 'http:')).toMatch(/^language=en; .*SameSite=Lax$/);
});

test('the language is read from either name, this host’s own first', () => {
  expect(parseLanguageCookie('a=b; language=en')).toBe('en');
  expect(parseLanguageCookie('language=en; __Host-language=te')).toBe('te');
  expect(parseLanguageCookie('__Host-language=en')).toBe('en');
  expect(parseLanguageCookie('')).toBe('te');
});
