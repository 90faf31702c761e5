import { expect, test } from '@jest/globals';
import { formatLanguageCookie, parseLanguageCookie } from './language-cookie.ts';

test("makes the language's cookie Secure and bound to the host behind TLS", () => {
  expect(formatLanguageCookie({ language: 'en', both: true }, 'https:')).toMatch(
    /^__Host-language=en-both; Path=\/; .*SameSite=Lax; Secure$/,
  );
  expect(formatLanguageCookie({ language: 'en', both: false }, 'http:')).toMatch(
    /^language=en; .*SameSite=Lax$/,
  );
});

test("reads the language from either name, the host's own first", () => {
  const [telugu, english] = ['te', 'en'].map((language) => ({ language, both: false, isChosen: true }));
  expect(parseLanguageCookie('a=b; language=en')).toEqual(english);
  expect(parseLanguageCookie('language=en; __Host-language=te')).toEqual(telugu);
  expect(parseLanguageCookie('__Host-language=en')).toEqual(english);
  expect(parseLanguageCookie('language=te-both')).toEqual({ ...telugu, both: true });
  // A setting of earlier releases.
  expect(parseLanguageCookie('language=en-alone')).toEqual(english);
  expect(parseLanguageCookie('')).toEqual({ language: 'te', both: true, isChosen: false });
});
