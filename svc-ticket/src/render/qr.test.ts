import { TOKEN_LENGTH } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createVerifyUrl, MAX_ORIGIN_LENGTH } from '../domain/ticket-code.ts';
import { createQrPath } from './ticket-page.ts';

const TOKEN = 'a'.repeat(TOKEN_LENGTH);
/** Modules of a version 10 code. */
const VERSION_10_SIZE = 57;

test('fits the longest permitted portal name into a version 10 code, but no longer one', () => {
  const getSize = (letters: number) =>
    createQrPath(createVerifyUrl('https://'.padEnd(letters, 'a'), TOKEN)).size;
  expect(getSize(MAX_ORIGIN_LENGTH)).toBe(VERSION_10_SIZE);
  expect(getSize(MAX_ORIGIN_LENGTH + 1)).toBeGreaterThan(VERSION_10_SIZE);
});
