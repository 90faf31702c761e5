import { TOKEN_LENGTH } from '@archaka/contracts';
import { ConfigurationError, loadConfig } from '@archaka/service-kit';
import { expect, test } from '@jest/globals';
import { config } from '../config.ts';
import { createVerifyUrl, MAX_ORIGIN_LENGTH } from '../domain/ticket-code.ts';
import { createQrPath } from './ticket-page.ts';

/** Modules of a version 10 code. */
const VERSION_10_SIZE = 57;

test('fits the longest permitted portal name into a version 10 code, but no longer one', () => {
  const originOf = (letters: number) => 'https://'.padEnd(letters, 'a');
  const getSize = (letters: number) =>
    createQrPath(createVerifyUrl(originOf(letters), 'a'.repeat(TOKEN_LENGTH))).size;
  expect(getSize(MAX_ORIGIN_LENGTH)).toBe(VERSION_10_SIZE);
  expect(getSize(MAX_ORIGIN_LENGTH + 1)).toBeGreaterThan(VERSION_10_SIZE);

  const load = () =>
    loadConfig(config.pick({ PORTAL_ORIGIN: true }), { PORTAL_ORIGIN: originOf(MAX_ORIGIN_LENGTH + 1) });
  expect(load).toThrow(ConfigurationError);
  expect(load).toThrow(/PORTAL_ORIGIN: is longer than 58 characters/);
});
