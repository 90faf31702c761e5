import { readToken, type TicketClaims } from '@archaka/contracts';
import { BEFORE_TOKEN, verifyAddress } from '../../domain/verify-address.ts';
import { type Agreements, agreements } from './agreement.ts';
import type { SeenPage } from './seen-page.ts';

export type State = 'current' | 'superseded' | 'not-genuine' | 'genuine-when-issued';

interface GenuineTicket {
  readonly claims: TicketClaims;
  readonly agreements: Agreements;
  /** Where the portal shows its photo; undefined where it was not asked. */
  readonly address: string | undefined;
}

/** What is found out about one code. */
export interface Finding {
  readonly page: number;
  readonly state: State;
  /** The address in the code, when it is another one than that of the portal which is trusted. */
  readonly elsewhere?: string | undefined;
  /** Of a ticket that is, or was, genuine. */
  readonly ticket?: GenuineTicket | undefined;
}

export interface Trusted {
  /** The portal's own address; undefined where none is known, so that any will do. */
  readonly origin: string | undefined;
  readonly judge: (token: string) => Promise<State>;
}

/** Takes the address in a code apart; the token is undefined when it is not the address of a ticket. */
function partsOf(code: string): { origin: string; token: string | undefined } {
  const url = URL.parse(code);
  const token = url?.pathname.startsWith(BEFORE_TOKEN) ? url.pathname.slice(BEFORE_TOKEN.length) : '';
  return { origin: url?.origin ?? code, token: /^[\w-]+$/.test(token) ? token : undefined };
}

const ticketOf = (token: string, seen: SeenPage, address: string | undefined): GenuineTicket | undefined => {
  const claims = readToken(token)?.claims;
  return claims && { claims, agreements: agreements(seen, claims), address };
};

async function findingOf(code: string, seen: SeenPage, { origin, judge }: Trusted): Promise<Finding> {
  const { token, ...leads } = partsOf(code);
  const { page } = seen;
  const elsewhere = origin === undefined || leads.origin === origin ? undefined : leads.origin;
  const state = token ? await judge(token) : 'not-genuine';
  if (!token || state === 'not-genuine') return { page, state, elsewhere };
  const address = origin && state !== 'genuine-when-issued' ? verifyAddress(origin, token) : undefined;
  return { page, state, elsewhere, ticket: ticketOf(token, seen, address) };
}

/** What is found out about each ticket of a page; codes of something else count where there is no ticket's. */
export async function verifyPage(seen: SeenPage, trusted: Trusted): Promise<Finding[]> {
  const ofTickets = seen.codes.filter((code) => partsOf(code).token !== undefined);
  const findings: Finding[] = [];
  for (const code of ofTickets.length > 0 ? ofTickets : seen.codes) {
    findings.push(await findingOf(code, seen, trusted));
  }
  return findings;
}

/** Whether its holder may be let in, as far as this can be known here. */
export const isFine = ({ state, elsewhere, ticket }: Finding): boolean =>
  (state === 'current' || state === 'genuine-when-issued') &&
  elsewhere === undefined &&
  Object.values(ticket?.agreements ?? {}).every((each) => each !== 'differs');
