import { decodeToken, type TicketClaims } from '@archaka/contracts';
import { createVerifyUrl, VERIFY_PATH_PREFIX } from '../../domain/verify-url.ts';
import { compareFields, type FieldMatches } from './compare-fields.ts';
import type { ScannedPage } from './scanned-page.ts';

export type State = 'current' | 'superseded' | 'not-genuine' | 'genuine-when-issued';

interface GenuineTicket {
  readonly claims: TicketClaims;
  readonly matches: FieldMatches;
  /** The verification page with the photo; undefined when offline. */
  readonly address: string | undefined;
}

export interface Finding {
  readonly page: number;
  readonly state: State;
  /** The code's origin when it differs from the trusted portal's. */
  readonly otherOrigin?: string | undefined;
  readonly ticket?: GenuineTicket | undefined;
}

export interface VerifyPageOptions {
  /** The trusted portal; undefined accepts any origin. */
  readonly origin: string | undefined;
  readonly verifyToken: (token: string) => Promise<State>;
}

/** `token` is undefined when the code is no ticket's address. */
function parseCode(code: string): { origin: string; token: string | undefined } {
  const url = URL.parse(code);
  const token = url?.pathname.startsWith(VERIFY_PATH_PREFIX)
    ? url.pathname.slice(VERIFY_PATH_PREFIX.length)
    : '';
  return { origin: url?.origin ?? code, token: /^[\w-]+$/.test(token) ? token : undefined };
}

const toGenuineTicket = (
  token: string,
  scannedPage: ScannedPage,
  address: string | undefined,
): GenuineTicket | undefined => {
  const claims = decodeToken(token)?.claims;
  return claims && { claims, matches: compareFields(scannedPage, claims), address };
};

async function verifyCode(
  code: string,
  scannedPage: ScannedPage,
  { origin, verifyToken }: VerifyPageOptions,
): Promise<Finding> {
  const { token, ...target } = parseCode(code);
  const { page } = scannedPage;
  const otherOrigin = origin === undefined || target.origin === origin ? undefined : target.origin;
  const state = token ? await verifyToken(token) : 'not-genuine';
  if (!token || state === 'not-genuine') return { page, state, otherOrigin };
  const address = origin && state !== 'genuine-when-issued' ? createVerifyUrl(origin, token) : undefined;
  return { page, state, otherOrigin, ticket: toGenuineTicket(token, scannedPage, address) };
}

/** Other codes count only when the page has no ticket's code. */
export async function verifyPage(scannedPage: ScannedPage, options: VerifyPageOptions): Promise<Finding[]> {
  const ticketCodes = scannedPage.codes.filter((code) => parseCode(code).token !== undefined);
  const findings: Finding[] = [];
  for (const code of ticketCodes.length > 0 ? ticketCodes : scannedPage.codes) {
    findings.push(await verifyCode(code, scannedPage, options));
  }
  return findings;
}

export const isAccepted = ({ state, otherOrigin, ticket }: Finding): boolean =>
  (state === 'current' || state === 'genuine-when-issued') &&
  otherOrigin === undefined &&
  Object.values(ticket?.matches ?? {}).every((match) => match !== 'differs');
