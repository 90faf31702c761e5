import { routes, TOKEN_LENGTH } from '@archaka/contracts';

/** The path of a portal's `verifyAddress` up to its token. */
export const BEFORE_TOKEN = routes.verifyTicket.path.replace(':token', '');

/** Bytes that a QR code of version 10 with error correction M holds (ISO/IEC 18004). */
const CODE_HOLDS = 213;

/** A portal with a longer origin would need a denser code than an office printer prints well. */
export const LONGEST_ORIGIN = CODE_HOLDS - BEFORE_TOKEN.length - TOKEN_LENGTH;

/** What the code on a ticket holds. */
export const verifyAddress = (portalOrigin: string, token: string): string =>
  portalOrigin + BEFORE_TOKEN + token;
