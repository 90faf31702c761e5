import { expect, test } from '@jest/globals';
import { verifyAddress } from '../domain/verify-address.ts';
import { qrPath } from './qr.ts';

const TOKEN = 'a'.repeat(147);
/** Modules of a code of version 10. */
const COARSE = 57;

test('the code of a portal with a long name is no denser than version 10', () => {
  const origin = 'https://archaka-examinations.endowments.ap.gov.example';
  expect(qrPath(verifyAddress(origin, TOKEN)).size).toBeLessThanOrEqual(COARSE);
});
