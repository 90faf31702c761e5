import type { TicketClaims } from '@archaka/contracts';
import { wantedTicket } from '../../domain/application.ts';
import type { Applications } from '../../store/applications.ts';
import type { Tickets } from '../../store/tickets.ts';
import type { KeyRing } from '../sign-ticket/key-ring.ts';

export type Verdict =
  | {
      readonly state: 'current' | 'superseded';
      readonly claims: TicketClaims;
      /** The photo on the ticket, a JPEG, where it has one. */
      readonly photo: Buffer | undefined;
    }
  | { readonly state: 'not-genuine' };

interface Evidence {
  readonly keys: KeyRing;
  readonly applications: Applications;
  readonly tickets: Tickets;
}

const NOT_GENUINE: Verdict = { state: 'not-genuine' };

/**
 * A ticket is superseded as soon as a newer version of its application is known, even before that has its ticket,
 * and when its payment goes back.
 */
export async function judge(token: string, { keys, applications, tickets }: Evidence): Promise<Verdict> {
  const claims = await keys.verify(token);
  if (!claims) return NOT_GENUINE;
  const { application_id, version } = claims;
  const issued = await tickets.findIssued(application_id, version);
  if (!issued) return NOT_GENUINE;
  const application = await applications.find(application_id);
  const wanted = application && wantedTicket(application)?.edition.version;
  return { state: wanted === version ? 'current' : 'superseded', claims, photo: issued.photo };
}
