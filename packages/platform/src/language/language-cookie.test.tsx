import { expect, test } from '@jest/globals';
import { formatLanguageCookie, parseLanguageCookie } from './language-cookie.ts';

test("makes the language's cookie Secure and bound to the host behind TLS", () => {
  expect(formatLanguageCookie({ language: 'en', alone: true }, 'https:')).toMatch(
    /^__Host-language=en-alone; Path=\/; .*SameSite=Lax; Secure$/,
  );
  expect(formatLanguageCookie({ language: 'en', alone: false }, 'http:')).toMatch(
    /^language=en; .*SameSite=Lax$/,
  );
});

test("reads the language from either name, the host's own first", () => {
  expect(parseLanguageCookie('a=b; language=en')).toEqual({ language: 'en', alone: false });
  expect(parseLanguageCookie('language=en; __Host-language=te')).toEqual({ language: 'te', alone: false });
  expect(parseLanguageCookie('__Host-language=en')).toEqual({ language: 'en', alone: false });
  expect(parseLanguageCookie('language=te-alone')).toEqual({ language: 'te', alone: true });
  expect(parseLanguageCookie('')).toEqual({ language: 'te', alone: false });
});
