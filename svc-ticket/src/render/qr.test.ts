import { TOKEN_LENGTH } from '@archaka/contracts';
import { expect, test } from '@jest/globals';
import { LONGEST_ORIGIN, verifyAddress } from '../domain/verify-address.ts';
import { qrPath } from './qr.ts';

const TOKEN = 'a'.repeat(TOKEN_LENGTH);
/** Modules of a code of version 10. */
const COARSE = 57;

test('the code of a portal with the longest name is of version 10, and with a longer one it would not be', () => {
  const sizeFor = (letters: number) => qrPath(verifyAddress('https://'.padEnd(letters, 'a'), TOKEN)).size;
  expect(sizeFor(LONGEST_ORIGIN)).toBe(COARSE);
  expect(sizeFor(LONGEST_ORIGIN + 1)).toBeGreaterThan(COARSE);
});
