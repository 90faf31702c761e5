import { decodeToken, type TicketClaims } from '@archaka/contracts';
import { createVerifyUrl, VERIFY_PATH_PREFIX } from '../../domain/verify-url.ts';
import { compareFields, type FieldMatches } from './compare-fields.ts';
import type { ScannedPage } from './scanned-page.ts';

export type State = 'current' | 'superseded' | 'not-genuine' | 'genuine-when-issued';

interface GenuineTicket {
  readonly claims: TicketClaims;
  readonly matches: FieldMatches;
  /** Where the portal shows its photo; undefined where it was not asked. */
  readonly address: string | undefined;
}

/** What is found out about one code. */
export interface Finding {
  readonly page: number;
  readonly state: State;
  /** The address in the code, when it is another one than that of the portal which is trusted. */
  readonly otherOrigin?: string | undefined;
  /** Of a ticket that is, or was, genuine. */
  readonly ticket?: GenuineTicket | undefined;
}

export interface VerifyPageOptions {
  /** The portal's own address; undefined where none is known, so that any will do. */
  readonly origin: string | undefined;
  readonly verifyToken: (token: string) => Promise<State>;
}

/** Takes the address in a code apart; the token is undefined when it is not the address of a ticket. */
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

/** What is found out about each ticket of a page; codes of something else count where there is no ticket's. */
export async function verifyPage(scannedPage: ScannedPage, options: VerifyPageOptions): Promise<Finding[]> {
  const ticketCodes = scannedPage.codes.filter((code) => parseCode(code).token !== undefined);
  const findings: Finding[] = [];
  for (const code of ticketCodes.length > 0 ? ticketCodes : scannedPage.codes) {
    findings.push(await verifyCode(code, scannedPage, options));
  }
  return findings;
}

/** Whether its holder may be let in, as far as this can be known here. */
export const isAccepted = ({ state, otherOrigin, ticket }: Finding): boolean =>
  (state === 'current' || state === 'genuine-when-issued') &&
  otherOrigin === undefined &&
  Object.values(ticket?.matches ?? {}).every((match) => match !== 'differs');
