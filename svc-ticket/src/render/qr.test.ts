import { TOKEN_LENGTH } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { createVerifyUrl, MAX_ORIGIN_LENGTH } from '../domain/verify-url.ts';
import { createQrPath } from './qr.ts';

const TOKEN = 'a'.repeat(TOKEN_LENGTH);
/** Modules of a code of version 10. */
const VERSION_10_SIZE = 57;

test('the code of a portal with the longest name is of version 10, and with a longer one it would not be', () => {
  const getSize = (letters: number) =>
    createQrPath(createVerifyUrl('https://'.padEnd(letters, 'a'), TOKEN)).size;
  expect(getSize(MAX_ORIGIN_LENGTH)).toBe(VERSION_10_SIZE);
  expect(getSize(MAX_ORIGIN_LENGTH + 1)).toBeGreaterThan(VERSION_10_SIZE);
});
