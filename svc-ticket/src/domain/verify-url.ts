import { routes, TOKEN_LENGTH } from '@archaka/contracts';

/** The path of a verification URL up to its token. */
export const VERIFY_PATH_PREFIX = routes.verifyTicket.path.replace(':token', '');

/** Bytes that a QR code of version 10 with error correction M holds (ISO/IEC 18004). */
const MAX_CODE_BYTES = 213;

/** A portal with a longer origin would need a denser code than an office printer prints well. */
export const MAX_ORIGIN_LENGTH = MAX_CODE_BYTES - VERIFY_PATH_PREFIX.length - TOKEN_LENGTH;

/** What the code on a ticket holds. */
export const createVerifyUrl = (portalOrigin: string, token: string): string =>
  portalOrigin + VERIFY_PATH_PREFIX + token;
