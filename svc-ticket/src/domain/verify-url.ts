import { routes, TOKEN_LENGTH } from '@archaka/contracts';

const VERIFY_PATH_PREFIX = routes.verifyTicket.path.replace(':token', '');

/** Capacity of a version 10 QR code with error correction M (ISO/IEC 18004). */
const MAX_CODE_BYTES = 213;

/** A longer origin needs a denser code than an office printer prints well. */
export const MAX_ORIGIN_LENGTH = MAX_CODE_BYTES - VERIFY_PATH_PREFIX.length - TOKEN_LENGTH;

export const createVerifyUrl = (portalOrigin: string, token: string): string =>
  portalOrigin + VERIFY_PATH_PREFIX + token;
